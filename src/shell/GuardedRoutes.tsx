import { useAtomValue, useStore } from 'jotai'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { STANDALONE_SCREENS } from '#schemas/page/component-names.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { useServices } from '../kit/services.ts'
import { useHomePath } from '../menu/use-menu-model.ts'
import { rightsAtom, tokenAtom, userInfoAtom } from '../session/atoms.ts'
import { guard, loginPath } from '../session/guard.ts'
import { text } from '../text/zh-CN.ts'
import { AppErrorBoundary } from './AppErrorBoundary.tsx'
import { FRAME_PARTS, MainLayout } from './frame-parts.ts'
import { LayoutSkeleton } from './LayoutSkeleton.tsx'
import { useWindowTitle } from './window-title.ts'

const LoginPage = lazyNamed(() => import('../pages/login/LoginPage.tsx'), 'LoginPage')
const RegisterPage = lazyNamed(() => import('../pages/register/RegisterPage.tsx'), 'RegisterPage')
const RegisterResultPage = lazyNamed(
  () => import('../pages/register/RegisterResultPage.tsx'),
  'RegisterResultPage',
)
const AlterationPage = lazyNamed(() => import('../pages/alteration/AlterationPage.tsx'), 'AlterationPage')
const OAuth2LoginPage = lazyNamed(
  () => import('../pages/oauth2-login/OAuth2LoginPage.tsx'),
  'OAuth2LoginPage',
)
const NotReadyPage = lazyNamed(() => import('../pages/errors/NotReadyPage.tsx'), 'NotReadyPage')
const ErrorPage = lazyNamed(() => import('../pages/errors/ErrorPage.tsx'), 'ErrorPage')

/** Names of the windows that show no page of the menu. */
const SCREEN_TITLES: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries([...STANDALONE_SCREENS, '/test/home'].map((path) => [path, () => ''])),
  '/user/login': () => '',
  '/oauth2-app/login': () => '',
  '/user/register': () => text.register.title,
  '/user/register-result': () => text.register.title,
  '/user/alteration': () => text.alteration.title,
  '/403': () => '403',
  '/500': () => '500',
  '/exception': () => text.pages.exception,
}

/** The routes that do not depend on the user's menu; everything else is the main layout's. */
export function GuardedRoutes() {
  const { pathname } = useLocation()
  useWindowTitle(SCREEN_TITLES[pathname]?.() ?? null)
  return (
    <Guard>
      <AppErrorBoundary>
        {/* A screen of its own has no frame whose place could be kept. */}
        <Suspense
          fallback={
            pathname in SCREEN_TITLES ? (
              <div className="first-paint" role="status">
                {text.loading}
              </div>
            ) : (
              <LayoutSkeleton />
            )
          }
        >
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path="/user" element={<Navigate to="/user/login" replace />} />
            <Route path="/user/login" element={<LoginPage />} />
            <Route path="/user/register" element={<RegisterPage />} />
            <Route path="/user/register-result" element={<RegisterResultPage />} />
            <Route path="/user/alteration" element={<AlterationPage />} />
            {STANDALONE_SCREENS.map((path) => (
              <Route key={path} path={path} element={<NotReadyPage />} />
            ))}
            <Route path="/oauth2-app" element={<Navigate to="/oauth2-app/login" replace />} />
            <Route path="/oauth2-app/login" element={<OAuth2LoginPage />} />
            <Route path="/test" element={<Navigate to="/test/home" replace />} />
            <Route path="/test/home" element={<NotReadyPage />} />
            <Route path="/403" element={<ErrorPage kind="403" />} />
            <Route path="/500" element={<ErrorPage kind="500" />} />
            <Route path="/exception" element={<ErrorPage kind="exception" />} />
            <Route path="*" element={<Frame />} />
          </Routes>
        </Suspense>
      </AppErrorBoundary>
    </Guard>
  )
}

/**
 * The frame with its page, drawn when both programs are there: no skeleton gives way to another. Behind the change of a
 * password that somebody else set there is only its outline: every call of a page would be refused.
 */
function Frame() {
  const user = useAtomValue(userInfoAtom)
  const mustChange = user?.mustChangePassword === true || user?.mustSetSecondFactor === true
  const [isReady, setIsReady] = useState(() => FRAME_PARTS.every((part) => part.isLoaded()))
  useEffect(() => {
    // A part that failed is met again, and said, where it is drawn.
    if (!isReady) void Promise.allSettled(FRAME_PARTS.map((part) => part.load())).then(() => setIsReady(true))
  }, [isReady])
  return isReady && !mustChange ? <MainLayout /> : <LayoutSkeleton />
}

/** Leads on to the user's home page. */
function Home() {
  return <Navigate to={useHomePath()} replace />
}

/** Asks the guard before anything of a page is drawn. */
function Guard({ children }: { children: ReactNode }) {
  const { config } = useServices()
  const token = useAtomValue(tokenAtom)
  const rights = useAtomValue(rightsAtom)
  const { pathname, search, hash } = useLocation()
  const fullPath = pathname + search + hash
  const decision = guard(
    pathname,
    fullPath,
    { token, hasRights: rights !== null, userAgent: navigator.userAgent },
    // Which page that is, the rights tell: they come after the sign-in.
    { ...config, homePath: '/' },
  )
  if (decision.go === 'to') return <Navigate to={decision.path} replace />
  if (decision.go === 'load') return <LoadRights fullPath={fullPath} />
  return children
}

/** Loads the menu; a user without one is signed out. */
function LoadRights({ fullPath }: { fullPath: string }) {
  const { session } = useServices()
  const navigate = useNavigate()
  const atoms = useStore()
  const isStarted = useRef(false)
  useEffect(() => {
    // They may have come between the drawing and now.
    if (isStarted.current || atoms.get(rightsAtom)) return
    isStarted.current = true
    session.loadRights().catch(async () => {
      // The client has said why. The path is kept for after the next sign-in.
      await session.signOut({ quiet: true })
      navigate(loginPath(fullPath), { replace: true })
    })
  }, [session, navigate, atoms, fullPath])
  return <LayoutSkeleton />
}
