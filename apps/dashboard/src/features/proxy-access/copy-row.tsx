import { proxyAccessTexts as texts, formatText } from '@comet/texts';
import { LinkAction, Row } from '@comet/ui';
import { useCopy } from '../../platform/screen/use-copy.ts';

/** One setting of the proxy, with a copy button. */
export function CopyRow({ term, value }: { readonly term: string; readonly value: string }) {
  const copy = useCopy();
  return (
    <Row
      term={term}
      action={
        <LinkAction
          aria-label={formatText(texts.copyOf, { what: term })}
          onClick={() => void copy(value, formatText(texts.copied, { what: term }))}
        >
          {texts.copy}
        </LinkAction>
      }
    >
      <span className="font-mono text-small">{value}</span>
    </Row>
  );
}
