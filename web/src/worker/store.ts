// What the browser keeps for the next visit: downloaded WADs under their SHA-256, and the last
// games for one. Without a database (private windows), WADs are downloaded again; nothing
// fails because of it.

const databaseName = "doomhost";
const storeNames = ["wads", "games"] as const;

type StoreName = (typeof storeNames)[number];

export interface Store {
  /** The stored bytes of a key, unchecked; null if there are none. */
  get(key: string): Promise<ArrayBuffer | null>;
  /** False if the browser does not store them. */
  put(key: string, data: ArrayBuffer): Promise<boolean>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** One of the database's stores. It opens on demand, and again after the browser closed it. */
export function openStore(name: StoreName): Store {
  const connection = new Connection();
  const ask = <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    connection.use(async (db) => {
      const transaction = db.transaction(name, mode);
      const [value] = await Promise.all([done(act(transaction.objectStore(name))), completed(transaction)]);
      return value;
    });
  return {
    async get(key) {
      try {
        const found = await ask<unknown>("readonly", (s) => s.get(key));
        return found instanceof ArrayBuffer ? found : null;
      } catch {
        return null;
      }
    },
    async put(key, data) {
      try {
        await ask("readwrite", (s) => s.put(data, key));
        return true;
      } catch {
        return false; // no space, no permission, or no database
      }
    },
    async remove(key) {
      try {
        await ask("readwrite", (s) => s.delete(key));
      } catch {
        // The next read finds it damaged again.
      }
    },
    async keys() {
      try {
        return (await ask("readonly", (s) => s.getAllKeys())).filter((k) => typeof k === "string");
      } catch {
        return [];
      }
    },
  };
}

/** The connection to the database. A browser may close it at any time, for example when a site's data is cleared. */
class Connection {
  private db: Promise<IDBDatabase> | null = null;

  async use<T>(act: (db: IDBDatabase) => Promise<T>): Promise<T> {
    const db = await this.open();
    try {
      return await act(db);
    } catch (e) {
      // It is closed, or was closed in the meantime.
      const closed = e instanceof DOMException && (e.name === "InvalidStateError" || e.name === "AbortError");
      if (!closed) throw e;
      db.close();
      this.db = null;
      return act(await this.open());
    }
  }

  private open(): Promise<IDBDatabase> {
    if (this.db !== null) return this.db;
    const opening = openDatabase(() => {
      if (this.db === opening) this.db = null;
    });
    this.db = opening;
    opening.catch(() => {
      if (this.db === opening) this.db = null; // the next caller retries
    });
    return opening;
  }
}

async function openDatabase(closed: () => void): Promise<IDBDatabase> {
  // Some browsers don't have this global in private windows.
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  if (factory === undefined) throw new Error("this browser has no database");
  const opening = factory.open(databaseName, 2);
  opening.onupgradeneeded = () => {
    for (const n of storeNames) {
      if (!opening.result.objectStoreNames.contains(n)) opening.result.createObjectStore(n);
    }
  };
  const db = await done(opening);
  db.onclose = closed;
  // Close, so that another tab can upgrade the layout.
  db.onversionchange = () => {
    db.close();
    closed();
  };
  return db;
}

/** Waits until a change is written, or has failed. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException("the browser's database was closed", "AbortError"));
  });
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
