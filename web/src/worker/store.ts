// What the browser keeps for the next visit: WADs that were fetched once, under
// their SHA-256, and the last games for one. Where there is no database (private
// windows), WADs are fetched again; nothing here fails for that.

const databaseName = "doomhost";
const storeNames = ["wads", "games"] as const;

export interface Store {
  /** The bytes that were kept under a key, unchecked; null where there are none. */
  get(key: string): Promise<ArrayBuffer | null>;
  put(key: string, data: ArrayBuffer): Promise<void>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

const nowhere: Store = {
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};

export async function openStore(name: (typeof storeNames)[number]): Promise<Store> {
  // Some browsers have no such global in private windows.
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  if (factory === undefined) return nowhere;
  let db: IDBDatabase;
  try {
    const opening = factory.open(databaseName, 2);
    opening.onupgradeneeded = () => {
      for (const n of storeNames) {
        if (!opening.result.objectStoreNames.contains(n)) opening.result.createObjectStore(n);
      }
    };
    db = await done(opening);
  } catch {
    return nowhere;
  }
  // Another tab that brings a new layout must not wait for us.
  db.onversionchange = () => db.close();
  const store = (mode: IDBTransactionMode): IDBObjectStore => db.transaction(name, mode).objectStore(name);
  return {
    async get(key) {
      try {
        const found: unknown = await done(store("readonly").get(key));
        return found instanceof ArrayBuffer ? found : null;
      } catch {
        return null;
      }
    },
    async put(key, data) {
      try {
        await done(store("readwrite").put(data, key));
      } catch {
        // No room or no right: the next visit fetches again.
      }
    },
    async remove(key) {
      try {
        await done(store("readwrite").delete(key));
      } catch {
        // It will be found damaged again.
      }
    },
    async keys() {
      try {
        return (await done(store("readonly").getAllKeys())).filter((k) => typeof k === "string");
      } catch {
        return [];
      }
    },
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database failed"));
    if (request instanceof IDBOpenDBRequest) {
      request.onblocked = () => reject(new Error("the browser's database is in use by an older page"));
    }
  });
}
