/** The title of a part of the report, and a sentence about it. */
export const ReportHeading = ({ id, title, about }: { id: string; title: string; about?: string }) => (
  <>
    <h2 id={id} className="font-serif text-[26px] leading-tight font-medium tracking-tight">
      {title}
    </h2>
    {about && <p className="mt-1 mb-4 max-w-[68ch] text-ink-2">{about}</p>}
  </>
)
