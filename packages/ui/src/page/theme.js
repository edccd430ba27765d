// Runs before the first paint, so that no page ever flashes in the other theme.
(() => {
  let preference = null;
  try {
    preference = localStorage.getItem('theme');
  } catch {
    // Storage is closed to us: the system decides, and the page says what it cannot do.
    document.documentElement.dataset.storage = 'closed';
  }
  const dark =
    preference === 'dark' ||
    (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
