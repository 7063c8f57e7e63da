import { Html, html } from '../own-booking/html.ts';
import { servicePrice, timeName, type View, writeWays } from '../page-parts/view.ts';

/** Writes the page of a business: who it is, its services, doctors or courts, and hours; then `times`. */
export function writeBusiness(view: View, times: Html | false): Html {
  const { shown, words, own, address } = view;
  const { business, online, services, resources, isOpen, context } = shown;
  return html`<p class="business">${headOf(view)}</p>
    <h1>${business.name}</h1>
    ${business.address && html`<p class="place">${business.address}</p>`}
    ${online.intro && html`<p class="place">${online.intro}</p>`} ${writeWays(view)}
    ${!isOpen && html`<p class="note">${words.call[context.businessType]}</p>`} ${times}
    ${
      services.length > 0 &&
      html`<h2>${words.services}</h2>
        <ul class="rows">
          ${services.map(
            (service) =>
              html`<li>
                <div>
                  <strong>${service.name}</strong>
                  <span class="dim"
                    >${[words.minutes.replace('{minutes}', String(service.duration)), servicePrice(view, service)].filter(Boolean).join(' · ')}</span
                  >
                </div>
                ${isOpen && html`<a class="button main" href="${address(`/${service.key}`)}">${words.seeTimes}<span class="unseen">: ${service.name}</span></a>`}
              </li>`,
          )}
        </ul>`
    }
    ${
      resources.length > 0 &&
      html`<h2>${words.resources[context.businessType]}</h2>
        <ul class="card plain">
          ${resources.map(({ name }) => html`<li>${name}</li>`)}
        </ul>`
    }
    ${writeHours(view)}
    <p class="dim">${own.indiaTime}</p>`;
}

/** Returns what a visitor does here: asks for a time, or books it. */
function headOf({ shown: { codes, context }, words }: View): string {
  return (codes === null ? words.head : words.poster)[context.businessType];
}

/** Writes the weekly hours; nothing where the business has none of its own. */
function writeHours(view: View): Html | false {
  const { shown, words, own } = view;
  if (shown.hours.length === 0) return false;
  const names = own.time.weekdays;
  const spans: { readonly from: number; to: number; readonly text: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const rows = shown.hours.filter((row) => row.weekday === weekday);
    const times = rows.map(({ opens, closes }) =>
      opens === closes ? words.allDay : `${timeName(view, opens)} – ${timeName(view, closes)}`,
    );
    const [text, last] = [times.join(', '), spans.at(-1)];
    if (text === '') continue;
    // Days in a row with the same hours are one line.
    if (last && last.to === weekday - 1 && last.text === text) last.to = weekday;
    else spans.push({ from: weekday, to: weekday, text });
  }
  const days = spans.map(
    ({ from, to, text }) =>
      html`<div>
        <dt>${[...new Set([from, to])].map((day) => names[day % 7] ?? '').join(' – ')}</dt>
        <dd>${text}</dd>
      </div>`,
  );
  return html`<h2>${words.hours}</h2>
    <dl class="card pairs">${days}</dl>`;
}

const kinds = { doctor: 'MedicalClinic', turf: 'SportsActivityLocation' } as const;

/** Writes what search engines and those who share the page read of it. */
export function writeHead(view: View, publicUrl: string): Html {
  const { shown, address } = view;
  const { business, online, context } = shown;
  const url = publicUrl + address();
  const about = {
    '@context': 'https://schema.org',
    '@type': kinds[context.businessType],
    name: business.name,
    url,
    ...(business.telephone && { telephone: business.telephone }),
    ...(business.address && { address: business.address }),
    ...(business.map_link && { hasMap: business.map_link }),
    openingHoursSpecification: shown.hours.map(({ weekday, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays[weekday - 1],
      opens,
      closes: opens === closes ? '23:59' : closes,
    })),
  };
  const description = [headOf(view), business.address?.replaceAll('\n', ', ')].filter(Boolean).join(' · ');
  const picture = `${publicUrl}/landing/pictures/${context.businessType === 'turf' ? 'turf-phone-dark' : 'clinic-light'}.webp`;
  return html`${!online.is_published && html`<meta name="robots" content="noindex" />`}
    <link rel="canonical" href="${url}" />
    <meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${business.name}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${picture}" />
    <script type="application/ld+json">
      ${new Html(JSON.stringify(about).replaceAll('<', '\\u003c'))}
    </script>`;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
