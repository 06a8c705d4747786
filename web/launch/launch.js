// The launch page. It never asks localhost whether doomhost runs: browsers block
// that or ask the user, and the answer would be worth little. A link is followed;
// if the page still has the focus a moment later, it says what may be wrong.
"use strict";

(() => {
  /** How long, in ms, a browser may take to ask or to leave the page. */
  const patience = 2500;

  const nothing = document.getElementById("nothing");
  let timer = 0;

  document.getElementById("host").addEventListener("click", () => {
    nothing.hidden = true;
    clearTimeout(timer);
    let left = false;
    const leave = () => (left = true);
    addEventListener("blur", leave, { once: true });
    document.addEventListener("visibilitychange", leave, { once: true });
    timer = setTimeout(() => {
      removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", leave);
      nothing.hidden = left && !document.hasFocus();
    }, patience);
  });

  // An address is opened by the browser itself: http, a host, a port, no more.
  const address = document.getElementById("address");
  const wrong = document.getElementById("wrong");

  function lobby(text) {
    const typed = text.trim().replace(/^http:\/\//i, "").replace(/\/$/, "");
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(typed)) return null;
    try {
      const url = new URL(`http://${typed}/`);
      // Without a port the host's usual one is meant.
      if (!/:\d+$/.test(typed)) url.port = "8666";
      return url.href;
    } catch {
      return null;
    }
  }

  document.getElementById("join").addEventListener("submit", (e) => {
    e.preventDefault();
    const url = lobby(address.value);
    wrong.hidden = url !== null;
    if (url !== null) location.assign(url);
  });

  // The packages' names have a version in them: the list of checksums beside
  // them has the names. Without it the links lead to the folder.
  const folder = document.querySelector('meta[name="doomhost-downloads"]').content;
  const links = document.querySelectorAll("#packages a, section a[href='downloads/']");
  for (const link of links) link.href = folder;

  function system() {
    const about = `${navigator.userAgentData?.platform ?? ""} ${navigator.userAgent}`;
    if (/android|iphone|ipad/i.test(about)) return "";
    if (/windows/i.test(about)) return "windows";
    if (/mac ?os/i.test(about)) return "macos";
    return /linux|x11/i.test(about) ? "linux" : "";
  }

  const own = system();
  for (const item of document.querySelectorAll("#packages li")) item.classList.toggle("own", item.dataset.system === own);

  fetch(`${folder}SHA256SUMS`)
    .then((r) => (r.ok ? r.text() : ""))
    .then((text) => {
      const names = text
        .split("\n")
        .map((line) => /^[0-9a-f]{64} [ *](?:\.\/)?([\w.+~-]+)$/.exec(line.trim())?.[1])
        .filter((name) => name !== undefined);
      for (const link of document.querySelectorAll("#packages a[data-file]")) {
        const name = names.find((n) => new RegExp(link.dataset.file).test(n));
        if (name !== undefined) link.href = folder + name;
        else if (names.length > 0) link.hidden = true;
      }
    })
    .catch(() => {
      // The links lead to the folder.
    });
})();
