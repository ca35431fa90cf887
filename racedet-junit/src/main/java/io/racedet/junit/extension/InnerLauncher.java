package io.racedet.junit.extension;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * What the inner runs of an outer run have in common. One check at a time uses it; a repetition
 * that hangs may go on meanwhile.
 */
final class InnerLauncher implements ExtensionContext.Store.CloseableResource {
  private static final Namespace NAMESPACE = Namespace.create(InnerLauncher.class);

  private final LauncherSession session =
      LauncherFactory.openSession(
          LauncherConfig.builder()
              .enableLauncherSessionListenerAutoRegistration(false)
              .enableLauncherDiscoveryListenerAutoRegistration(false)
              .enableTestExecutionListenerAutoRegistration(false)
              .enablePostDiscoveryFilterAutoRegistration(false)
              .build());
  private InnerLoader loader; // of the last run; null before the first

  /** Returns that of an outer run. */
  static InnerLauncher of(ExtensionContext outer) {
    return outer
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(InnerLauncher.class, key -> new InnerLauncher(), InnerLauncher.class);
  }

  /** Executes a run. */
  void execute(
      LauncherDiscoveryRequest request,
      InnerRepetition repetition,
      boolean autodetectsOthers,
      InnerListener listener) {
    Thread thread = Thread.currentThread();
    ClassLoader contextLoader = thread.getContextClassLoader();
    InnerLoader own = loader(contextLoader, autodetectsOthers);
    own.begin(repetition);
    thread.setContextClassLoader(own);
    try {
      session.getLauncher().execute(request, listener);
    } finally {
      thread.setContextClassLoader(contextLoader);
      own.end(repetition);
    }
  }

  private synchronized InnerLoader loader(ClassLoader parent, boolean autodetectsOthers) {
    if (loader == null || !loader.serves(parent, autodetectsOthers)) {
      loader = new InnerLoader(parent, autodetectsOthers);
    }
    return loader;
  }

  @Override
  public void close() {
    session.close();
  }
}
