import { say, supportTexts as texts } from '@comet/texts';
import { Button, FieldError, TextAreaField } from '@comet/ui';
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { watchDraft } from '../../platform/storage/drafts.ts';
import { acceptedFiles, fit, isAccepted } from './chosen-files.ts';

/** Why these files cannot go. */
function refusalOf(files: readonly File[]): string | undefined {
  const other = files.find((file) => !isAccepted(file));
  if (other !== undefined) return say(texts.otherKind, { name: other.name });
  return fit(files) ? undefined : texts.tooMuch;
}

/** The name of its draft. */
export const composerName = 'support';

interface ComposerProps {
  readonly send: (text: string, files: readonly File[]) => void;
  /** What the message begins with, unless something is written already. */
  readonly begin: string;
}

/** Where a message is written. Ctrl or Command and Enter send it, too. */
export function Composer({ send, begin }: ComposerProps) {
  const [text, setText] = useState(begin);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [begun, setBegun] = useState(begin);
  if (begin !== begun) {
    setBegun(begin);
    if (text.trim() === '') setText(begin);
  }
  const form = useRef<HTMLFormElement>(null);
  const typed = useRef(text);
  useEffect(() => {
    typed.current = text;
  }, [text]);
  useEffect(
    () =>
      watchDraft({
        name: composerName,
        isDirty: () => typed.current.trim() !== '',
        read: () => ({ text: typed.current }),
        restore: (draft) => setText(draft['text'] ?? ''),
      }),
    [],
  );
  const limits = useId();
  const refusal = refusalOf(files);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ((text.trim() === '' && files.length === 0) || refusal !== undefined) return;
    send(text.trim(), files);
    setText('');
    setFiles([]);
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setFiles([...files, ...(event.target.files ?? [])]);
    // The same file may be chosen again after it was removed.
    event.target.value = '';
  };
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-3 border-t border-line px-5 pt-3 pb-4">
      <TextAreaField
        label={texts.message}
        hint={texts.hint}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendByKey}
      />
      {files.length > 0 && (
        <ul className="m-0 flex list-none flex-col gap-1 p-0">
          {files.map((file, position) => (
            <li
              key={`${position} ${file.name}`}
              className="flex items-center justify-between gap-4 text-small"
            >
              <span className="min-w-0 font-mono break-all">{file.name}</span>
              <button
                type="button"
                className="min-h-8 shrink-0 border-0 bg-transparent px-1 text-quiet underline hover:text-ink"
                aria-label={say(texts.removeFile, { name: file.name })}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <FieldError>{refusal}</FieldError>
      <div className="flex items-center justify-between gap-4">
        <label
          className="inline-block cursor-pointer border-b-2 border-comet font-medium hover:text-comet has-focus-visible:outline-2 has-focus-visible:outline-offset-3"
          title={texts.attachLimits}
        >
          {texts.attach}
          <input
            type="file"
            multiple
            accept={acceptedFiles}
            aria-describedby={limits}
            className="sr-only"
            onChange={choose}
          />
        </label>
        <span id={limits} hidden>
          {texts.attachLimits}
        </span>
        <Button type="submit">{texts.send}</Button>
      </div>
    </form>
  );
}
