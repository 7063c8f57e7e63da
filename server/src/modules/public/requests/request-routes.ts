import { plainTyped } from '@samay/contract/core/characters';
import { Id } from '@samay/contract/core/text';
import { Utr } from '@samay/contract/public/requests';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { composeBookingLink } from '../../../context/booking-link.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { AppError, assertThat, orNotFound } from '../../../core/app-error.ts';
import { noteUtr } from './note-utr.ts';
import { isUnpaid, takesUtr } from './present.ts';
import { readRequest } from './read.ts';
import { withdrawRequest } from './settle.ts';
import { admit } from '../page-parts/admit.ts';
import { readFields } from '../page-parts/forms.ts';
import { writePayByUpi } from './pay-by-upi-page.ts';
import { writeRequest } from './request-page.ts';
import { longestForm, type PageViews } from '../page-parts/page-views.ts';

/** Binds the pages of a visitor's request: the answer, the payment by UPI, and taking it back. */
export function bindRequests(scope: FastifyInstance, dependencies: Dependencies, pageViews: PageViews): void {
  const { open, openToChange, show, limits } = pageViews;
  scope.get('/b/:slug/r/:id', async (request, reply) => {
    // Shows the answer to a payer also where the page was turned off meanwhile.
    const pageView = await open(request, reply, true);
    const { row, booked } = await readRequest(pageView.shown, getRequestId(request));
    const link = (booked && composeBookingLink(dependencies, booked)) ?? null;
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    if (isUnpaid(row) && row.state === 'pending')
      return show(pageView, reply, writePayByUpi(pageView.view, row, { utr: '' }));
    const isCorrected = (request.query as Record<string, unknown>)['correct'] !== undefined;
    const isOpen = isCorrected || row.utr === null;
    if (row.state === 'pending' && !isCorrected) reply.header('refresh', '30');
    return show(
      pageView,
      reply,
      writeRequest(pageView.view, row, { link, utrForm: isOpen ? { utr: '' } : undefined }),
    );
  });
  scope.post('/b/:slug/r/:id/paid', { bodyLimit: longestForm }, async (request, reply) => {
    const pageView = await openToChange(request, reply, true);
    const { shown, view } = pageView;
    const id = getRequestId(request);
    const { row } = await readRequest(shown, id);
    const back = view.address(`/r/${id}`);
    assertThat(row.upi_paise !== null, 'not_found');
    if (!takesUtr(row)) return reply.redirect(back, 303);
    const typed = readFields(request)['utr'] ?? '';
    const utr = Utr.safeParse(plainTyped(typed).replaceAll(' ', ''));
    const again = async (wrong: string) => {
      const utrForm = { utr: typed, wrong };
      const isPaying = isUnpaid(row) && row.state === 'pending';
      const page = isPaying
        ? writePayByUpi(view, row, utrForm)
        : writeRequest(view, row, { link: null, utrForm });
      return show(pageView, reply.code(400), page);
    };
    if (!utr.success) return again(view.words.utrMissing);
    if (!(await admit(dependencies, pageViews, pageView, request, reply))) return reply;
    await limits.utrs.take(id);
    try {
      await noteUtr(shown, { id, utr: utr.data });
    } catch (error) {
      if (error instanceof AppError && error.code === 'request.utr_used') return again(view.words.utrUsed);
      if (!(error instanceof AppError) || error.code !== 'request.settled') throw error;
    }
    return reply.redirect(back, 303);
  });
  scope.post('/b/:slug/r/:id/withdraw', { bodyLimit: longestForm }, async (request, reply) => {
    const { shown, view } = await openToChange(request, reply, true);
    const id = getRequestId(request);
    await withdrawRequest(shown.context, id);
    return reply.redirect(view.address(`/r/${id}`), 303);
  });
}

function getRequestId({ params }: FastifyRequest): string {
  return orNotFound(Id.safeParse((params as { id: string }).id).data);
}
