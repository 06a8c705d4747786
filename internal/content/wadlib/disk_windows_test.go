package wadlib

// noRoom is the system's error for a full disk.
const noRoom = diskFull
