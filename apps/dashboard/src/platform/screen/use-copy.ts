import { failureTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';

/** Puts a text on the clipboard and says so, or that the browser did not let us. */
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
