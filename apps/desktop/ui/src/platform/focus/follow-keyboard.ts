/**
 * Sets `data-keyboard` on the document while the keyboard is in use, for which focus rings are drawn (app.css). A screen focuses its main
 * control when it opens, for screen readers; browsers match `:focus-visible` then, even if the screen was opened with a pointer.
 */
export function followKeyboard(): void {
  const { dataset } = document.documentElement;
  addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey, altKey }) => {
      if (!ctrlKey && !metaKey && !altKey && key !== 'Shift') dataset['keyboard'] = '';
    },
    true,
  );
  addEventListener('pointerdown', () => delete dataset['keyboard'], true);
}
