// WADs that were fetched once stay in the browser's database under their
// SHA-256. Where there is no database (private windows), they are fetched
// again; nothing here fails for that.

const databaseName = "doomhost";
const storeName = "wads";

export interface WadStore {
  /** The bytes that were kept under a sum, unchecked; null where there are none. */
  get(sha256: string): Promise<ArrayBuffer | null>;
  put(sha256: string, data: ArrayBuffer): Promise<void>;
  remove(sha256: string): Promise<void>;
}

const nowhere: WadStore = {
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

export async function openWadStore(): Promise<WadStore> {
  // Some browsers have no such global in private windows.
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  if (factory === undefined) return nowhere;
  let db: IDBDatabase;
  try {
    const opening = factory.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    db = await done(opening);
  } catch {
    return nowhere;
  }
  // Another tab that brings a new layout must not wait for us.
  db.onversionchange = () => db.close();
  const store = (mode: IDBTransactionMode): IDBObjectStore => db.transaction(storeName, mode).objectStore(storeName);
  return {
    async get(sha256) {
      try {
        const found: unknown = await done(store("readonly").get(sha256));
        return found instanceof ArrayBuffer ? found : null;
      } catch {
        return null;
      }
    },
    async put(sha256, data) {
      try {
        await done(store("readwrite").put(data, sha256));
      } catch {
        // No room or no right: the next visit fetches again.
      }
    },
    async remove(sha256) {
      try {
        await done(store("readwrite").delete(sha256));
      } catch {
        // It will be found damaged again.
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
