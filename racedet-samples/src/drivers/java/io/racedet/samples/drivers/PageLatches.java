package io.racedet.samples.drivers;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Observable;
import java.util.Observer;
import java.util.concurrent.Callable;

/**
 * DERBY-5447: a thread that gives up a page holds it while it requests the handle of its container,
 * to observe it no longer; a thread that closes the handle holds it while it requests each page.
 */
@SuppressWarnings("deprecation")
public final class PageLatches implements Callable<Runnable[]> {
  private static final String RAW = "org.apache.derby.iapi.store.raw.";
  private static final int PAGES = 4;
  private static final String DATA = "org.apache.derby.impl.store.raw.data.";

  @Override
  public Runnable[] call() throws Exception {
    Class<?> handleType = Class.forName(DATA + "BaseContainerHandle");
    Class<?> policy = Class.forName(RAW + "LockingPolicy");
    Constructor<?> constructor =
        handleType.getConstructor(
            Class.forName("org.apache.derby.catalog.UUID"),
            Class.forName(RAW + "xact.RawTransaction"),
            Class.forName(RAW + "ContainerKey"),
            policy,
            int.class);
    Object transaction =
        LibraryObjects.constructedAs(
            Observable.class, Class.forName("org.apache.derby.impl.store.raw.xact.Xact"));
    Observable handle =
        (Observable)
            constructor.newInstance(null, transaction, null, LibraryObjects.idle(policy, null), 1);
    Class<?> cacheType = Class.forName("org.apache.derby.iapi.services.cache.CacheManager");
    Object cache = LibraryObjects.idle(cacheType, null);
    List<Observer> pages = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      Observer page = (Observer) Class.forName(DATA + "StoredPage").getConstructor().newInstance();
      LibraryObjects.set(Class.forName(DATA + "CachedPage"), page, "pageCache", cache);
      LibraryObjects.set(Class.forName(DATA + "BasePage"), page, "owner", handle);
      handle.addObserver(page);
      pages.add(page);
    }
    Method close = handleType.getMethod("close");
    return new Runnable[] {
      () -> pages.forEach(page -> release(page, handle)), () -> LibraryObjects.call(close, handle)
    };
  }

  private static void release(Observer page, Observable handle) {
    try {
      page.update(handle, null);
    } catch (NullPointerException e) {
      // The handle was closed before, which has given up the page.
    }
  }
}
