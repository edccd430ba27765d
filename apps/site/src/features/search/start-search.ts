import { searchText } from '@comet/foundation/text-search';
import { plural, formatText, searchTexts as texts } from '@comet/texts/site';
import { getJson } from '../../platform/get-json.ts';
import type { SearchEntry, SearchKind } from './entry.ts';

/**
 * Starts every search field of the page. The index is fetched at the first use; a failure is shown, and the
 * next input retries.
 */
export function startSearch(page: Document): void {
  for (const box of page.querySelectorAll<HTMLElement>('[data-search]')) run(box, page.location.pathname);
}

function run(box: HTMLElement, path: string): void {
  const input = box.querySelector('input');
  const state = box.querySelector('[data-search-state]');
  const list = box.querySelector('[data-search-results]');
  const template = box.querySelector('template');
  if (input === null || state === null || list === null || template === null) return;
  const kinds = box.dataset['searchKinds']?.split(' ') as readonly SearchKind[] | undefined;

  const show = async (query: string, isGuess: boolean): Promise<void> => {
    const entries = query === '' ? [] : await loadIndex();
    // The query may have changed while the index was fetched.
    if (query !== input.value.trim() && !isGuess) return;
    if (isGuess && input.value.trim() !== '') return;
    const found =
      entries === null
        ? []
        : searchText(
            entries.filter(({ kind }) => kinds?.includes(kind) ?? true),
            query,
            isGuess ? { typoFrom: 5 } : { partial: true },
          );
    list.replaceChildren(...found.map((entry) => resultOf(template, entry)));
    state.textContent = stateOf(query, entries === null ? null : found.length, isGuess);
  };

  input.addEventListener('focus', () => void loadIndex());
  input.addEventListener('input', () => void show(input.value.trim(), false));
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = list.querySelector('a');
    if (input.value.trim() !== '') first?.click();
  });
  const guess = wordsOfPage(path);
  if (box.dataset['searchByAddress'] !== undefined && guess !== '') void show(guess, true);
  else if (input.value !== '') void show(input.value.trim(), false);
}

function stateOf(query: string, count: number | null, isGuess: boolean): string {
  if (isGuess || query === '') return '';
  if (count === null) return texts.failed;
  return count === 0
    ? formatText(texts.none, { query })
    : formatText(plural(count, texts.results), { count });
}

function resultOf(template: HTMLTemplateElement, { path, title, description, kind }: SearchEntry): Node {
  const result = template.content.cloneNode(true) as DocumentFragment;
  result.querySelector('a')?.setAttribute('href', path);
  const put = (part: string, text: string) => {
    const element = result.querySelector(`[data-${part}]`);
    if (element !== null) element.textContent = text;
  };
  put('kind', texts.kinds[kind]);
  put('title', title);
  put('description', description);
  return result;
}

let index: Promise<readonly SearchEntry[] | null> | undefined;

/** Fetches the entries of `/search-index.json`; null if the request fails, and the next call retries. */
function loadIndex(): Promise<readonly SearchEntry[] | null> {
  index ??= getJson<readonly SearchEntry[]>('/search-index.json').then((entries) => {
    if (entries === null) index = undefined;
    return entries;
  });
  return index;
}

/** `/blog/kill-switsh/` → `kill switsh` */
function wordsOfPage(path: string): string {
  try {
    return decodeURIComponent(path.split('/').findLast((part) => part !== '') ?? '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  } catch {
    return '';
  }
}
