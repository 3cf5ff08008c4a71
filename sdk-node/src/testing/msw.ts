import { type HttpHandler, HttpResponse, http } from 'msw';
import type { TestGateway } from './test-gateway.ts';

/**
 * Handlers for msw that answer every request of the merchant interface with a test gateway:
 * `setupServer(...kassaHandlers(gateway))`. An answer that the test gateway loses on purpose appears as a network error.
 */
export function kassaHandlers(gateway: TestGateway): HttpHandler[] {
  return [
    http.all(`${gateway.baseUrl}/api/merchant/*`, async ({ request }) => {
      try {
        return await gateway.answer(request);
      } catch (error) {
        if (error instanceof TypeError) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
