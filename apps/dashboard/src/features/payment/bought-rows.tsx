import { Row, Rows } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { FailedPart } from '../shell/index.ts';
import { subscriptionQuery } from '../subscription/index.ts';
import { boughtInWords } from './bought-words.ts';
import type { Order } from './order.ts';

/** What a paid order has bought, and what is charged next. */
export function BoughtRows({ order }: { readonly order: Order }) {
  const subscriptionRead = useQuery(subscriptionQuery);
  const rows = boughtInWords(order, subscriptionRead.data);
  if (rows === null) return <FailedPart reads={[subscriptionRead]} />;
  return (
    <Rows>
      {rows.map(([term, value]) => (
        <Row key={term} term={term}>
          {value}
        </Row>
      ))}
    </Rows>
  );
}
