import { errorText, formatDayAndTime, say, supportTexts as texts } from '@comet/texts';
import { Banner, classes, LinkAction, linkActionClasses, useNotify } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import type { Message, Ticket } from './tickets.ts';
import { type Unsent, wordsOf } from './use-unsent.ts';

interface ConversationProps {
  readonly tickets: readonly Ticket[] | undefined;
  readonly error: Error | null;
  /** Sends the failed read again. */
  readonly onRetry: () => void;
  readonly unsent: readonly Unsent[];
  readonly actions: { readonly tryAgain: (key: string) => void; readonly discard: (key: string) => void };
}

/** Everything that was said, the latest at the end and in view. */
export function Conversation({ tickets, error, onRetry, unsent, actions }: ConversationProps) {
  const end = useRef<HTMLDivElement>(null);
  const messages = tickets?.flatMap((ticket) => ticket.messages) ?? [];
  const last = unsent.at(-1);
  const lastKey = last === undefined ? messages.at(-1)?.id : `${last.key} ${last.state}`;
  useLayoutEffect(() => {
    // In braces: newer browsers give a promise back, which an effect must not hand on.
    end.current?.scrollIntoView({ block: 'end' });
  }, [lastKey]);
  const isEmpty = tickets !== undefined && messages.length === 0 && unsent.length === 0;
  return (
    // It scrolls, so the keyboard has to reach it (WCAG 2.1.1).
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
      {isEmpty && <Empty />}
      <div role="log">
        <ol className="m-0 flex list-none flex-col gap-5 p-0">
          {tickets?.map((ticket) => (
            <TicketRows key={ticket.id} ticket={ticket} isOne={tickets.length === 1} />
          ))}
          {unsent.map((one) => (
            <Row key={one.key} isOurs={false} note={wordsOf(one)} failed={one.state === 'failed'}>
              <Words>{one.text}</Words>
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
      {tickets?.at(-1)?.state === 'closed' && (
        <p className="mt-5 mb-0 text-small text-quiet">{texts.closed}</p>
      )}
      <div ref={end} />
    </div>
  );
}

function Empty() {
  return (
    <div className="flex flex-col items-start gap-3">
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
          <Words>{message.text}</Words>
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

function Words({ children }: { readonly children: string }) {
  return children === '' ? null : <p className="m-0 break-words whitespace-pre-wrap">{children}</p>;
}

function Attachment({ file }: { readonly file: Message['attachments'][number] }) {
  const notify = useNotify();
  const save = async () => {
    try {
      const bytes = await call(api.showSupportAttachment, { params: { id: file.id } });
      saveFile(bytes, { name: file.name, mediaType: file.mediaType });
    } catch {
      notify(texts.fileNotSaved, { id: 'support-file' });
    }
  };
  return <LinkAction onClick={() => void save()}>{say(texts.saveFile, { name: file.name })}</LinkAction>;
}
