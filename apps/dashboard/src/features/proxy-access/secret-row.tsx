import { proxyAccessTexts as texts, formatText } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { type ReactNode, useState } from 'react';
import { useCopy } from '../../platform/screen/use-copy.ts';

interface SecretRowProps {
  readonly term: string;
  readonly value: string;
  /** Shown in place of the value until it is revealed. */
  readonly hidden: string;
  /** An additional action. */
  readonly action?: ReactNode;
}

/** A value that is hidden until requested, and can be copied while hidden. */
export function SecretRow({ term, value, hidden, action }: SecretRowProps) {
  const copy = useCopy();
  const [isShown, setShown] = useState(false);
  return (
    <Row
      term={term}
      action={
        <span className="flex flex-wrap justify-end gap-x-6 gap-y-1">
          {action}
          <LinkAction
            aria-label={formatText(isShown ? texts.hideOf : texts.showOf, { what: term })}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? texts.hide : texts.show}
          </LinkAction>
          <LinkAction
            aria-label={formatText(texts.copyOf, { what: term })}
            onClick={() => void copy(value, formatText(texts.copied, { what: term }))}
          >
            {texts.copy}
          </LinkAction>
        </span>
      }
    >
      <span className="font-mono text-small">{isShown ? value : hidden}</span>
    </Row>
  );
}
