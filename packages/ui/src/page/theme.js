// Runs before the first paint, so that no page ever flashes in the other theme.
(() => {
  let preference = null;
  try {
    preference = localStorage.getItem('theme');
  } catch {
    // Storage is closed to us: the system decides, and a page that cannot do without says so in the words that it has for that.
    addEventListener('DOMContentLoaded', () => {
      const words = document.querySelector('#closed-storage');
      if (words instanceof HTMLTemplateElement) document.body.append(words.content.cloneNode(true));
    });
  }
  const dark =
    preference === 'dark' ||
    (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
