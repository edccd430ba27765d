import { referralTexts as texts } from '@comet/texts';
import { Button, LinkAction, Row, Rows } from '@comet/ui';
import { QrCode } from '@comet/ui/qr-code';
import { useCopy } from '../../platform/use-copy.ts';

interface ShareLinkProps {
  readonly code: string;
  readonly link: string;
}

/** The link as text to copy, on its way to whatever the device shares with, and as a code to scan. */
export function ShareLink({ code, link }: ShareLinkProps) {
  const copy = useCopy();
  const share = useShare({ link, otherwise: () => copy(link, texts.linkCopied) });
  return (
    <div className="flex flex-col items-start gap-7">
      <div className="w-full">
        <Rows>
          <Row
            term={texts.link}
            action={
              <LinkAction onClick={() => void copy(link, texts.linkCopied)}>{texts.copyLink}</LinkAction>
            }
          >
            <span className="font-mono text-small">{link}</span>
          </Row>
          <Row
            term={texts.code}
            action={
              <LinkAction onClick={() => void copy(code, texts.codeCopied)}>{texts.copyCode}</LinkAction>
            }
          >
            <span className="font-mono">{code}</span>
          </Row>
        </Rows>
      </div>
      <Button onClick={() => void share()}>{texts.share}</Button>
      <QrCode label={texts.qrCode} text={link} />
    </div>
  );
}

/** Opens what the device shares with (Web Share API); a browser without it copies instead. */
function useShare({ link, otherwise }: { readonly link: string; readonly otherwise: () => Promise<void> }) {
  return async () => {
    if (!('share' in navigator)) return otherwise();
    try {
      await navigator.share({ title: texts.headline, text: texts.shareText, url: link });
    } catch (error) {
      // Whoever closes the sheet has decided so.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await otherwise();
    }
  };
}
