package io.racedet.samples.drivers;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * DERBY-764: a thread that changes a jar of the database holds its class loader while it asks for
 * the table of locks; a thread that gives back its lock of the class loader holds the table while
 * it asks for the class loader.
 */
public final class ClassLoaderLocks implements Callable<Runnable[]> {
  private static final String SERVICES = "org.apache.derby.iapi.services.";
  private static final String REFLECT = "org.apache.derby.impl.services.reflect.";

  @Override
  public Runnable[] call() throws Exception {
    Class<?> factoryType = Class.forName(SERVICES + "locks.LockFactory");
    Class<?> spaceType = Class.forName(SERVICES + "locks.CompatibilitySpace");
    Class<?> ownerType = Class.forName(SERVICES + "locks.LockOwner");
    Object factory = lockFactory();
    Class<?> loaderType = Class.forName(REFLECT + "UpdateLoader");
    Object loader =
        made(
            loaderType.getDeclaredConstructor(
                String.class,
                Class.forName(REFLECT + "DatabaseClasses"),
                boolean.class,
                boolean.class),
            "APP.JAR",
            null,
            false,
            false);
    Object lock =
        made(Class.forName(REFLECT + "ClassLoaderLock").getDeclaredConstructor(loaderType), loader);
    Object space =
        factoryType
            .getMethod("createCompatibilitySpace", ownerType)
            .invoke(factory, new Object[] {null});
    Object group = new Object();
    Object exclusive = Class.forName(SERVICES + "locks.ShExQual").getField("EX").get(null);
    factoryType
        .getMethod(
            "lockObject",
            spaceType,
            Object.class,
            Class.forName(SERVICES + "locks.Lockable"),
            Object.class,
            int.class)
        .invoke(factory, space, group, lock, exclusive, -1);
    Method modify = loaderType.getDeclaredMethod("modifyJar", boolean.class);
    modify.setAccessible(true);
    Method unlock = factoryType.getMethod("unlockGroup", spaceType, Object.class);
    return new Runnable[] {
      () -> LibraryObjects.call(unlock, factory, space, group),
      () -> LibraryObjects.call(modify, loader, false)
    };
  }

  /* The database of the process gets one, which stays. */
  private static Object lockFactory() throws ReflectiveOperationException {
    Class<?> monitor = Class.forName(SERVICES + "monitor.Monitor");
    Class<?> modules = Class.forName(SERVICES + "monitor.ModuleFactory");
    Object pool =
        made(
            Class.forName("org.apache.derby.impl.services.locks.SinglePool")
                .getDeclaredConstructor());
    monitor.getMethod("setMonitor", modules).invoke(null, LibraryObjects.idle(modules, pool));
    return monitor
        .getMethod("getServiceModule", Object.class, String.class)
        .invoke(null, null, "lock factory");
  }

  private static Object made(Constructor<?> constructor, Object... arguments)
      throws ReflectiveOperationException {
    constructor.setAccessible(true);
    return constructor.newInstance(arguments);
  }
}
