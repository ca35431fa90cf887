package io.racedet.junit.agent;

import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.scope.ClassOrigin;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.agent.scope.WeavingLog;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import io.racedet.junit.agent.weave.EarlierWeaving;
import java.lang.instrument.ClassFileTransformer;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Weaves classes when they are loaded or retransformed, and keeps the books. Thread-safe. */
final class WeavingTransformer implements ClassFileTransformer {
  private final WeavingPlan plan;
  private final TypeCatalog types;
  private final ClassWeaver weaver;
  private final WeavingLog ledger;
  private final Set<Class<?>> untouched = ConcurrentHashMap.newKeySet();

  WeavingTransformer(
      WeavingPlan plan, TypeCatalog types, SiteTable table, UserModels models, WeavingLog ledger) {
    this.plan = plan;
    this.types = types;
    this.weaver = new ClassWeaver(plan, types, table, models);
    this.ledger = ledger;
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> retransformed,
      ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || retransformed != null && untouched.contains(retransformed)) {
      return null; // a class that nothing can name takes no part in the model
    }
    URL location = ClassOrigin.location(domain);
    Depth depth = Depth.NONE;
    try {
      depth = plan.depth(module, loader, name, location);
      return depth == Depth.NONE
          ? null
          : weave(loader, name, plan.origin(location), depth, classFile);
    } catch (Throwable e) {
      /* The JVM drops whatever a transformer throws, so the ledger is the only way to be heard. */
      /* A class without its model is as one whose synchronisation is not seen, in any scope. */
      fail(name, location, e instanceof ModelException ? Depth.SYNC : depth, e);
      return null;
    }
  }

  private byte[] weave(
      ClassLoader loader, String name, ClassOrigin origin, Depth depth, byte[] classFile) {
    if (EarlierWeaving.isIn(classFile)) {
      if (types.typesOf(loader).depth(name).compareTo(depth) < 0) {
        throw new IllegalStateException("another agent keeps it as it was woven before");
      }
      return null;
    }
    ClassWeaver.Woven result = weaver.weave(loader, classFile, depth);
    types.typesOf(loader).depth(name, depth);
    String className = name.replace('/', '.');
    if (depth == Depth.DATA) {
      ledger.woven(className, origin);
    }
    result.leftOut().forEach(failure -> ledger.failed(failure, className, origin, depth));
    return result.classFile();
  }

  /** Leaves a class as it is from now on, until {@link #touch}. */
  void leave(Class<?> type) {
    untouched.add(type);
  }

  /** Weaves a class again when it is retransformed. */
  void touch(Class<?> type) {
    untouched.remove(type);
  }

  /** Keeps the books on a class that could not be woven. */
  void fail(String name, URL location, Depth depth, Throwable cause) {
    String className = name.replace('/', '.');
    NotWoven failure = new NotWoven(className, cause.toString());
    ClassOrigin origin = plan.origin(location);
    ledger.rejected(className, origin);
    ledger.failed(failure, className, origin, depth);
  }
}
