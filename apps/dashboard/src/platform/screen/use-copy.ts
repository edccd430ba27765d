import { failureTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';

/** Copies a text to the clipboard and notifies of success or failure. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const notify = useNotify();
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      notify(done, { id: 'clipboard' });
    } catch {
      notify(failureTexts.clipboard, { id: 'clipboard', tone: 'danger' });
    }
  };
}
