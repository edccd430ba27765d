import { errorText, formatDayAndTime, formatText, supportTexts as texts } from '@comet/texts';
import {
  Banner,
  classes,
  LinkAction,
  linkActionClasses,
  useNotify,
  Button,
  FieldError,
  TextAreaField,
} from '@comet/ui';
import { Link } from '@tanstack/react-router';
import {
  type ReactNode,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useState,
} from 'react';
import { api, call } from '../../platform/data/api.ts';
import { watchDraft } from '../../platform/storage/drafts.ts';
import { downloadFile } from '../../platform/screen/download-file.ts';
import { AttachFiles } from './attach-files.tsx';
import { fit, isAccepted } from './chosen-files.ts';
import { HelpAnswers } from './help-answers.tsx';
import type { Message, Ticket } from './tickets.ts';
import { type Unsent, statusText } from './use-outbox.ts';

/** Why these files cannot be sent. */
function refusalOf(files: readonly File[]): string | undefined {
  const other = files.find((file) => !isAccepted(file));
  if (other !== undefined) return formatText(texts.otherKind, { name: other.name });
  return fit(files) ? undefined : texts.tooMuch;
}

/** Name of the message form's draft. */
export const composerName = 'support';

interface ComposerProps {
  readonly send: (text: string, files: readonly File[]) => void;
  /** False while the address is unconfirmed. */
  readonly mayAttach: boolean;
  /** Initial text of the message, unless a draft exists. */
  readonly begin: string;
}

/** Message field. Ctrl or Command and Enter send it, too. */
export function Composer({ send, mayAttach, begin }: ComposerProps) {
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
    // Reset, so that the same file can be chosen again after it was removed.
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
                aria-label={formatText(texts.removeFile, { name: file.name })}
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
        {mayAttach ? (
          <AttachFiles onChange={choose} />
        ) : (
          <span className="text-small text-quiet">{texts.attachConfirmed}</span>
        )}
        <Button type="submit">{texts.send}</Button>
      </div>
    </form>
  );
}

interface ConversationProps {
  readonly tickets: readonly Ticket[] | undefined;
  readonly error: Error | null;
  /** Retries the failed read. */
  readonly onRetry: () => void;
  readonly unsent: readonly Unsent[];
  readonly actions: { readonly tryAgain: (key: string) => void; readonly discard: (key: string) => void };
}

/** All messages, scrolled to the latest one. */
export function Conversation({ tickets, error, onRetry, unsent, actions }: ConversationProps) {
  const end = useRef<HTMLDivElement>(null);
  const messages = tickets?.flatMap((ticket) => ticket.messages) ?? [];
  const last = unsent.at(-1);
  const lastKey = last === undefined ? messages.at(-1)?.id : `${last.key} ${last.state}`;
  useLayoutEffect(() => {
    // Without messages, the help articles are at the top.
    if (lastKey === undefined) return;
    // In braces: newer browsers return a promise, which an effect must not return.
    end.current?.scrollIntoView({ block: 'end' });
  }, [lastKey]);
  const hasMessages = messages.length > 0 || unsent.length > 0;
  return (
    // Focusable, because it scrolls (WCAG 2.1.1).
    <div
      className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain px-5 py-4"
      tabIndex={0}
      role="region"
      aria-label={texts.headline}
    >
      {tickets === undefined && error !== null && (
        <Banner tone="warn" action={<LinkAction onClick={onRetry}>{texts.tryAgain}</LinkAction>}>
          {errorText(error).text}
        </Banner>
      )}
      {(tickets !== undefined || error !== null) && (
        <div className="mb-5">
          <HelpAnswers key={String(hasMessages)} open={!hasMessages} />
        </div>
      )}
      {tickets !== undefined && !hasMessages && <Empty />}
      <div role="log">
        <ol className="m-0 flex list-none flex-col gap-5 p-0">
          {tickets?.map((ticket) => (
            <TicketRows key={ticket.id} ticket={ticket} isOne={tickets.length === 1} />
          ))}
          {unsent.map((one) => (
            <Row key={one.key} isOurs={false} note={statusText(one)} failed={one.state === 'failed'}>
              <MessageText>{one.text}</MessageText>
              {one.files.map(({ name }) => (
                <span key={name} className="font-mono text-small break-all text-quiet">
                  {name}
                </span>
              ))}
              {one.state === 'failed' && (
                <span className="flex gap-5">
                  <LinkAction onClick={() => actions.tryAgain(one.key)}>{texts.tryAgain}</LinkAction>
                  <LinkAction onClick={() => actions.discard(one.key)}>{texts.discard}</LinkAction>
                </span>
              )}
            </Row>
          ))}
        </ol>
      </div>
      {tickets?.at(-1)?.state === 'closed' ? (
        <p className="mt-5 mb-0 text-small text-quiet">{texts.closed}</p>
      ) : (
        unsent.length === 0 &&
        messages.at(-1)?.author === 'customer' && (
          <p className="mt-5 mb-0 text-small text-quiet">{texts.sent}</p>
        )
      )}
      <div ref={end} />
    </div>
  );
}

function Empty() {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="m-0 font-heading text-lead font-semibold">{texts.emptyHeadline}</p>
      <p className="m-0 text-quiet">{texts.emptyExplanation}</p>
      <Link to="/dash/contact-sales/" className={linkActionClasses}>
        {texts.sales}
      </Link>
    </div>
  );
}

function TicketRows({ ticket, isOne }: { readonly ticket: Ticket; readonly isOne: boolean }) {
  return (
    <>
      {!isOne && <li className="border-b border-line pb-1 text-small text-quiet">{ticket.subject}</li>}
      {ticket.messages.map((message) => (
        <Row key={message.id} isOurs={message.author === 'operator'} note={formatDayAndTime(message.sentAt)}>
          <MessageText>{message.text}</MessageText>
          {message.attachments.map((file) => (
            <Attachment key={file.id} file={file} />
          ))}
        </Row>
      ))}
    </>
  );
}

interface RowProps {
  readonly isOurs: boolean;
  readonly note: string;
  readonly failed?: boolean;
  readonly children: ReactNode;
}

function Row({ isOurs, note, failed = false, children }: RowProps) {
  return (
    <li
      className={classes(
        'flex flex-col items-start gap-1 border-l-3 pl-3',
        isOurs ? 'border-comet' : 'border-line',
      )}
    >
      <span className="text-small text-quiet">
        <span className="font-semibold text-ink">{isOurs ? texts.us : texts.you}</span>{' '}
        <span className={classes(failed && 'text-danger')} role={failed ? 'alert' : undefined}>
          {note}
        </span>
      </span>
      {children}
    </li>
  );
}

function MessageText({ children }: { readonly children: string }) {
  return children === '' ? null : <p className="m-0 break-words whitespace-pre-wrap">{children}</p>;
}

function Attachment({ file }: { readonly file: Message['attachments'][number] }) {
  const notify = useNotify();
  const save = async () => {
    try {
      const bytes = await call(api.showSupportAttachment, { params: { id: file.id } });
      downloadFile(bytes, { name: file.name, mediaType: file.mediaType });
    } catch {
      notify(texts.fileNotSaved, { id: 'support-file' });
    }
  };
  return (
    <LinkAction onClick={() => void save()}>{formatText(texts.saveFile, { name: file.name })}</LinkAction>
  );
}
