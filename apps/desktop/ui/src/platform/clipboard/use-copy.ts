import { failureTexts } from '@comet/texts';
import { useNotify } from '@comet/ui';

/** Copies a text to the clipboard and shows a notification of success or failure. */
export function useCopy(): (text: string, done: string) => void {
  const notify = useNotify();
  return (text, done) => {
    navigator.clipboard.writeText(text).then(
      () => notify(done, { id: 'clipboard' }),
      () => notify(failureTexts.clipboard, { id: 'clipboard', tone: 'danger' }),
    );
  };
}
