import { connectTexts } from '@comet/texts';
import { linkActionClasses, Row, Rows, Subhead } from '@comet/ui';
import { Link } from '@tanstack/react-router';

/** The two commands between a plan and a tunnel, which are typed, not translated; and the way for machines without our program. */
export function ConnectMachine() {
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
