import type { Result } from '@comet/foundation';
import { ApiError, type Paddle } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

export interface PaddleCustomers {
  /** Receipts and notices of Paddle go to this address from now on. `taken`: another customer there has it. */
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
