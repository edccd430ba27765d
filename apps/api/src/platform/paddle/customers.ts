import type { Result } from '@comet/foundation';
import { ApiError, type Paddle } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

export interface PaddleCustomers {
  /** Changes the address for Paddle's receipts and notices. `taken`: another Paddle customer has it. */
  changeEmail(customerId: string, email: string): Promise<Result<'changed' | 'taken', PaddleFailure>>;
}

/** https://developer.paddle.com/api-reference/customers/update-customer */
export function createCustomers(paddle: Paddle): PaddleCustomers {
  return {
    changeEmail: (customerId, email) =>
      callPaddle(async () => {
        try {
          await paddle.customers.update(customerId, { email });
          return 'changed';
        } catch (error) {
          if (error instanceof ApiError && error.code === 'customer_already_exists') return 'taken';
          throw error;
        }
      }),
  };
}
