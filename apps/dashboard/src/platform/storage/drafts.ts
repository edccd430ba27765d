import { onUserStored, storedUserId } from './session.ts';

/** Values of a form by field name; never secrets. */
export type Draft = Readonly<Record<string, string>>;

/** A mounted form. */
export interface DraftedForm {
  /** Name of the form, unique at its URL. */
  readonly name: string;
  /** Whether it contains unsent text. */
  readonly isDirty: () => boolean;
  readonly read: () => Draft;
  readonly restore: (draft: Draft) => void;
}

interface StoredDrafts {
  readonly owner: string;
  readonly drafts: Readonly<Record<string, Draft>>;
}

const KEY = 'comet:drafts';
const open = new Map<DraftedForm, string>();
let isResponseLost = false;

/** Whether leaving the page would lose text, or the retry of a write whose response was lost. */
export function hasUnsentDraft(): boolean {
  return isResponseLost || [...open.keys()].some((form) => form.isDirty());
}

/** Records whether the response to a write was lost, which may have ended the session; false after a retry or a cancellation. */
export function setResponseLost(lost: boolean): void {
  isResponseLost = lost;
}

/**
 * Restores the draft of a form from before a sign-in once the same account is loaded, and watches the form until the returned function
 * is called.
 */
export function watchDraft(form: DraftedForm): () => void {
  const key = `${location.pathname} ${form.name}`;
  open.set(form, key);
  const stop = onUserStored((owner) => {
    const stored = readStoredDrafts();
    if (stored === null) return;
    // The computer may be shared: another account's text is removed.
    if (stored.owner !== owner) return forgetDrafts();
    const draft = stored.drafts[key];
    if (draft === undefined || form.isDirty()) return;
    const { [key]: _restored, ...others } = stored.drafts;
    write({ owner, drafts: others });
    form.restore(draft);
  });
  return () => {
    stop();
    open.delete(form);
  };
}

/** Whether a draft of the form with this name is stored. */
export function hasDraft(name: string): boolean {
  const stored = readStoredDrafts();
  return stored?.owner === storedUserId() && stored?.drafts[`${location.pathname} ${name}`] !== undefined;
}

/** Stores unsent text for this account and tab through a sign-in. */
export function keepDrafts(): void {
  const owner = storedUserId();
  if (owner === null) return;
  const drafts = [...open].flatMap(([form, key]) => (form.isDirty() ? [[key, form.read()] as const] : []));
  if (drafts.length > 0) write({ owner, drafts: Object.fromEntries(drafts) });
}

/** Deletes all drafts of this tab. */
export function forgetDrafts(): void {
  sessionStorage.removeItem(KEY);
}

function write(stored: StoredDrafts): void {
  sessionStorage.setItem(KEY, JSON.stringify(stored));
}

function readStoredDrafts(): StoredDrafts | null {
  return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredDrafts | null;
}
