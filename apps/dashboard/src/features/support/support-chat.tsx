import { supportTexts as texts, formatText } from '@comet/texts';
import { CornerWindow } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { userQuery } from '../account/index.ts';
import { hasDraft } from '../../platform/storage/drafts.ts';
import { polled } from '../../platform/data/polling.ts';
import { SessionEndedNotice } from '../../platform/screen/session-ended-notice.tsx';
import { setUnreadReplies } from '../../platform/data/unread-replies.ts';
import { latestOpenRequest, onOpenRequest } from './open-support.ts';
import { Composer, composerName } from './conversation.tsx';
import { Conversation } from './conversation.tsx';
import { latestReply, pollIntervalOf, newReplies, type Ticket, ticketsQuery } from './tickets.ts';
import { useOutbox } from './use-outbox.ts';

/** Storage key by account, since each account has its own unseen replies. */
const seenKey = (userId: string) => `comet:support-seen:${userId}`;

export interface SupportChatProps {
  /** The navigation or the head of the page contains the button that opens the window, so none is in the corner. */
  readonly isInNavigation?: boolean;
}

/** The support chat in the corner of a screen; it covers no content until it is opened. */
export default function SupportChat({ isInNavigation = false }: SupportChatProps) {
  const { data: user } = useQuery(userQuery);
  return user === undefined ? null : (
    <Chat key={user.id} userId={user.id} mayAttach={user.emailVerified} hasButton={!isInNavigation} />
  );
}

interface ChatProps {
  readonly userId: string;
  readonly mayAttach: boolean;
  readonly hasButton: boolean;
}

function Chat({ userId, mayAttach, hasButton }: ChatProps) {
  const question = useSyncExternalStore(onOpenRequest, latestOpenRequest);
  // Opened if a message was kept through a sign-in.
  const [open, setOpen] = useState(() => question !== null || hasDraft(composerName));
  const [shownQuestion, setShownQuestion] = useState(question);
  if (question !== shownQuestion) {
    setShownQuestion(question);
    setOpen(true);
  }
  const [seen, setSeen] = useState(() => localStorage.getItem(seenKey(userId)));
  const {
    data: tickets,
    error,
    refetch,
  } = useQuery({
    ...ticketsQuery,
    refetchInterval: polled<readonly Ticket[]>((known) => pollIntervalOf(known, open)),
  });
  const { unsent, ...actions } = useOutbox(userId);
  const latest = latestReply(tickets ?? []);
  const count = newReplies(tickets ?? [], seen);
  useEffect(() => {
    if (open && latest !== null) localStorage.setItem(seenKey(userId), latest);
  }, [open, latest, userId]);
  const isNews = !open && count > 0;
  useEffect(() => setUnreadReplies(isNews ? count : 0), [isNews, count]);
  const change = (isOpen: boolean) => {
    setOpen(isOpen);
    if (latest !== null) setSeen(latest);
  };
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && !open ? texts.answered : ''}
      </p>
      <CornerWindow
        open={open}
        onOpenChange={change}
        title={texts.headline}
        openLabel={count === 0 ? texts.headline : formatText(texts.openWithReplies, { count })}
        closeLabel={texts.close}
        hasNews={count > 0}
        hasButton={hasButton}
      >
        <Conversation
          tickets={tickets}
          error={error}
          onRetry={() => void refetch()}
          unsent={unsent}
          actions={actions}
        />
        <SessionEndedNotice />
        <Composer send={actions.send} mayAttach={mayAttach} begin={question?.text ?? ''} />
      </CornerWindow>
    </>
  );
}
