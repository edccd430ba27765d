import { proxyAccessTexts as texts, formatText } from '@comet/texts';
import { CommandText, LinkAction } from '@comet/ui';
import { useState } from 'react';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { hiddenLine, type ProxyAccess, proxyLine, type ProxyProtocol } from './proxy-line.ts';

interface ReadyLineProps {
  readonly name: string;
  readonly protocol: ProxyProtocol;
  readonly access: ProxyAccess;
}

/** The complete connection string. Its password is hidden until requested, and can be copied while hidden. */
export function ReadyLine({ name, protocol, access }: ReadyLineProps) {
  const copy = useCopy();
  const [isShown, setShown] = useState(false);
  const line = proxyLine(protocol, access);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-6">
        <span className="text-small font-medium">{name}</span>
        <span className="flex gap-6">
          <LinkAction
            aria-label={formatText(isShown ? texts.hideOf : texts.showOf, { what: name })}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? texts.hide : texts.show}
          </LinkAction>
          <LinkAction
            aria-label={formatText(texts.copyOf, { what: name })}
            onClick={() => void copy(line, formatText(texts.copied, { what: name }))}
          >
            {texts.copy}
          </LinkAction>
        </span>
      </div>
      <output
        aria-label={name}
        className="block rounded-control border border-line bg-raised px-4 py-3.5 font-mono text-small wrap-anywhere"
      >
        <CommandText>{isShown ? line : hiddenLine(protocol, access)}</CommandText>
      </output>
    </div>
  );
}
