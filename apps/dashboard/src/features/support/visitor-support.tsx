import { say, supportTexts, visitorSupportTexts as texts } from '@comet/texts';
import { CornerWindow, LinkAction } from '@comet/ui';
import { useState } from 'react';
import { VisitorForm } from './visitor-form.tsx';

/** The support form for people without an account, or without access to it: the answer comes by mail. */
export default function VisitorSupport() {
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <CornerWindow
      open={open}
      onOpenChange={setOpen}
      title={supportTexts.headline}
      openLabel={supportTexts.headline}
      closeLabel={supportTexts.close}
      hasNews={false}
    >
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto overscroll-contain px-5 py-4">
        {sentTo === null ? (
          <>
            <p className="m-0 text-quiet">{texts.explanation}</p>
            <VisitorForm onSent={setSentTo} />
          </>
        ) : (
          <div role="status" className="flex flex-col items-start gap-3">
            <p className="m-0 font-heading text-lead font-semibold">{texts.sentHeadline}</p>
            <p className="m-0 text-quiet">{say(texts.sent, { email: sentTo })}</p>
            <LinkAction onClick={() => setSentTo(null)}>{texts.another}</LinkAction>
          </div>
        )}
      </div>
    </CornerWindow>
  );
}
