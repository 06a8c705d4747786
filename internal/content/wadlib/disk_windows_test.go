package wadlib

// noRoom is the system's error.
const noRoom = diskFull
