/** The little of a service worker that is used here; the types of the page know nothing of it. */

export interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface NotificationClickEvent extends ExtendableEvent {
  readonly notification: Notification;
}

export interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

export interface SubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

interface WindowClient {
  readonly url: string;
  readonly visibilityState: "hidden" | "visible";
  focus(): Promise<WindowClient>;
}

interface Clients {
  claim(): Promise<void>;
  matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
  openWindow(path: string): Promise<WindowClient | null>;
}

export interface WorkerScope {
  readonly clients: Clients;
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", heard: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", heard: (event: FetchEvent) => void): void;
  addEventListener(type: "push", heard: (event: PushEvent) => void): void;
  addEventListener(
    type: "pushsubscriptionchange",
    heard: (event: SubscriptionChangeEvent) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    heard: (event: NotificationClickEvent) => void,
  ): void;
}
