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
import io.racedet.junit.agent.weave.WovenMark;
import java.lang.instrument.ClassFileTransformer;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Weaves classes when they are loaded or retransformed, and logs the outcome. Thread-safe. */
final class WeavingTransformer implements ClassFileTransformer {
  private final WeavingPlan plan;
  private final TypeCatalog types;
  private final ClassWeaver weaver;
  private final WeavingLog log;
  private final Set<Class<?>> excluded = ConcurrentHashMap.newKeySet();
  private volatile boolean isPutOff;

  WeavingTransformer(
      WeavingPlan plan, TypeCatalog types, SiteTable table, UserModels models, WeavingLog log) {
    this.plan = plan;
    this.types = types;
    this.weaver = new ClassWeaver(plan, types, table, models);
    this.log = log;
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> retransformed,
      ProtectionDomain domain,
      byte[] classFile) {
    if (name == null) {
      return null; // hidden classes have no name, and are not woven
    }
    byte[] woven =
        retransformed != null && (isPutOff || excluded.contains(retransformed))
            ? null
            : weave(module, loader, name, domain, classFile, retransformed == null);
    return woven == null && retransformed != null
        ? withFlagsAsDefined(loader, name, domain, classFile)
        : woven;
  }

  private byte[] weave(
      Module module,
      ClassLoader loader,
      String name,
      ProtectionDomain domain,
      byte[] classFile,
      boolean isDefinition) {
    URL location = ClassOrigin.location(domain);
    Depth depth = Depth.NONE;
    try {
      depth = plan.depth(module, loader, name, location);
      return depth == Depth.NONE
          ? null
          : weave(loader, name, plan.origin(location), depth, classFile, isDefinition);
    } catch (Throwable e) {
      /* The JVM ignores what a transformer throws, so the log keeps it. */
      /* Without its model, the synchronisation of a class is not recorded, which concerns all scopes. */
      fail(name, location, e instanceof ModelException ? Depth.SYNC : depth, e);
      if (!isDefinition) {
        types.typesOf(loader).notWoven(name);
      }
      return null;
    }
  }

  private byte[] withFlagsAsDefined(
      ClassLoader loader, String name, ProtectionDomain domain, byte[] classFile) {
    try {
      return weaver.withFlagsAsDefined(loader, name, classFile);
    } catch (RuntimeException e) {
      fail(name, ClassOrigin.location(domain), Depth.NONE, e);
      return null;
    }
  }

  private byte[] weave(
      ClassLoader loader,
      String name,
      ClassOrigin origin,
      Depth depth,
      byte[] classFile,
      boolean isDefinition) {
    if (WovenMark.isIn(classFile)) {
      if (types.typesOf(loader).depth(name).compareTo(depth) < 0) {
        throw new IllegalStateException(
            "another agent has replaced it by an earlier woven version");
      }
      return null;
    }
    String className = name.replace('/', '.');
    if (depth == Depth.DATA) {
      log.woven(className, origin); // now, as recordings ask for it when they hear of instructions
    }
    if (isPutOff && weaver.mayBeWovenLater(classFile, depth)) {
      return weaver.prepare(loader, classFile, depth);
    }
    plan.woven(name, classFile);
    ClassWeaver.Woven result = weaver.weave(loader, classFile, depth, isDefinition);
    types.typesOf(loader).depth(name, depth);
    result.leftOut().forEach(failure -> log.failed(failure, className, origin, depth));
    return result.classFile();
  }

  /** Sets whether classes that are being defined are only prepared, to be woven later. */
  void putOff(boolean isPutOff) {
    this.isPutOff = isPutOff;
  }

  /** Logs that a loaded class of a scope is going to be woven. */
  void note(Class<?> type) {
    log.woven(type.getName(), plan.origin(ClassOrigin.location(type.getProtectionDomain())));
  }

  /** Does not weave a class from now on, until {@link #include}. */
  void exclude(Class<?> type) {
    excluded.add(type);
  }

  /** Weaves a class again when it is retransformed. */
  void include(Class<?> type) {
    excluded.remove(type);
  }

  /** Logs that a class could not be woven. */
  void fail(String name, URL location, Depth depth, Throwable cause) {
    String className = name.replace('/', '.');
    NotWoven failure = new NotWoven(className, cause.toString());
    ClassOrigin origin = plan.origin(location);
    log.rejected(className, origin);
    log.failed(failure, className, origin, depth);
  }
}
