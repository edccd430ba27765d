// Runs before the first paint, so that no page is painted in the other theme first.
(() => {
  let preference = null;
  try {
    preference = localStorage.getItem('theme');
  } catch {
    // Without access to the storage, the theme is the system's, and a page that requires the storage shows
    // its notice.
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
