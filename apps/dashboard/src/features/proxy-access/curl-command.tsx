import { endpointTexts as texts, formatText } from '@comet/texts';
import { CodeBlock, LinkAction } from '@comet/ui';
import { useState } from 'react';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { curlCommand, hiddenLine, type ProxyAccess, proxyLine } from './proxy-line.ts';

interface CurlCommandProps {
  readonly access: ProxyAccess;
  /** URL of our page that returns the caller's address. */
  readonly echo: string;
}

/**
 * A first request through an HTTP proxy. The password is hidden until requested, and can be copied while
 * hidden.
 */
export function CurlCommand({ access, echo }: CurlCommandProps) {
  const copy = useCopy();
  const [isShown, setShown] = useState(false);
  const whole = curlCommand(proxyLine('http', access), echo);
  const { curl } = texts.languages;
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={curl}>{isShown ? whole : curlCommand(hiddenLine('http', access), echo)}</CodeBlock>
      <span className="flex gap-6">
        <LinkAction onClick={() => setShown(!isShown)}>
          {isShown ? texts.hidePassword : texts.showPassword}
        </LinkAction>
        <LinkAction
          aria-label={formatText(texts.copyExample, { language: curl })}
          onClick={() => void copy(whole, texts.exampleCopied)}
        >
          {texts.copy}
        </LinkAction>
      </span>
    </div>
  );
}
