import { type AnchorHTMLAttributes, createContext, type ReactNode, type Ref, useContext } from 'react'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }
type LinkComponent = (props: LinkProps) => ReactNode

const LinkContext = createContext<LinkComponent>((props) => <a {...props} />)

/** Gives every link here the app's router: `<LinkProvider value={({href, ...rest}) => <RouterLink to={href} {...rest} />}>`. */
export const LinkProvider = LinkContext.Provider

/** A link through the app's router; a plain `<a>` where none is provided. */
export function Link(props: LinkProps) {
  const Component = useContext(LinkContext)
  return <Component {...props} />
}
