import { cx } from '#ui/class-names.ts'
import type { Field } from '../../rules/api-reference.ts'

/** Fields with type, limits and description. Fields of inline objects are nested. */
export function FieldsList({ fields, answered = false }: { fields: Field[]; answered?: boolean }) {
  return (
    <ul className="border-line border-t">
      {fields.map((field) => (
        <li key={field.name} className="border-line border-b py-2">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <code className="font-[550] text-[12.5px]">{field.name}</code>
            <span className="text-ink-3 text-xs">
              <FieldType field={field} />
              {field.limits && `, ${field.limits}`}
              {field.default !== null && (
                <>
                  , default <code>{field.default}</code>
                </>
              )}
            </span>
            {!answered && field.required && <span className="text-accent-ink text-xs">required</span>}
          </p>
          {field.about && <p className="text-ink-2">{field.about}</p>}
          {field.values.length > 0 && (
            <p className="text-ink-3 text-xs leading-5">
              {field.values.map((value, at) => (
                <span key={value}>
                  {at > 0 && ' · '}
                  <code>{value}</code>
                </span>
              ))}
            </p>
          )}
          {field.fields.length > 0 && (
            <div
              className={cx('mt-2 border-line-2 border-l pl-4', '[&>ul>li:last-child]:border-b-0 [&>ul]:border-t-0')}
            >
              <FieldsList fields={field.fields} answered={answered} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A type such as "list of Row", linked to the shape's definition. */
function FieldType({ field: { type, shape } }: { field: Pick<Field, 'type' | 'shape'> }) {
  if (!shape) return type
  const [before, after] = type.split(shape)
  return (
    <>
      {before}
      <ShapeLink name={shape} />
      {after}
    </>
  )
}

export const shapeId = (name: string) => `shape-${name.toLowerCase()}`

export const ShapeLink = ({ name }: { name: string }) => (
  <a className="link text-ink" href={`/docs/api/types#${shapeId(name)}`}>
    {name}
  </a>
)
