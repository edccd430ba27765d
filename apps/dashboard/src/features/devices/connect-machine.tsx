import { connectTexts } from '@comet/texts';
import { linkActionClasses, Row, Rows, Subhead } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { isAppPublished } from '../get-comet/index.ts';

/**
 * The two commands for a first connection, which are not translated, and the link for devices without our app. Empty where the operator
 * publishes no app: every device then connects with a config, which GetCometButton offers.
 */
export function ConnectMachine() {
  if (!isAppPublished()) return null;
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{connectTexts.headline}</Subhead>
      <Rows>
        <Row
          term={<code className="font-mono text-small text-ink">comet login</code>}
          action={
            <Link to="/dash/quick-login/" className={linkActionClasses}>
              {connectTexts.enterCode}
            </Link>
          }
        >
          {connectTexts.logIn}
        </Row>
        <Row term={<code className="font-mono text-small text-ink">comet connect</code>}>
          {connectTexts.connect}
        </Row>
        <Row
          term={connectTexts.others}
          action={
            <Link to="/dash/download" className={linkActionClasses}>
              {connectTexts.getFile}
            </Link>
          }
        >
          {connectTexts.file}
        </Row>
      </Rows>
    </section>
  );
}
