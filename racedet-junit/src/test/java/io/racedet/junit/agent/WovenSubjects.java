package io.racedet.junit.agent;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;

/**
 * Loads woven copies of classes whose hooks write a log. Each instance starts with an empty log and
 * classes that are not initialised.
 */
final class WovenSubjects extends ClassLoader {
  private static final String HOOKS = Hook.ENTER.className();
  private static final String THREAD = "io.racedet.runtime.ThreadBuffer";
  private static final String INITIALISED = Hook.INITIALISED.method();
  private static final Map<String, Class<?>> STAND_INS =
      Map.of(
          HOOKS,
          HookLog.class,
          Hook.AFTER.className(),
          DataLog.class,
          THREAD,
          ThreadLog.class,
          Hook.MONITOR_ENTERED.className(),
          MonitorLog.class,
          Hook.WAIT.className(),
          CallLog.class,
          Hook.ARRAY_COPY.className(),
          CallLog.class,
          Hook.CLONING.className(),
          CallLog.class);

  private final Map<String, byte[]> generated = new HashMap<>();
  private final Depth depth;
  private final boolean logs;
  private boolean isDefinition = true;
  private final SiteTable table = new SiteTable();
  private final WeavingPlan plan = new WeavingPlan();
  private final ClassWeaver weaver =
      new ClassWeaver(plan, new TypeCatalog(), table, new UserModels(JdkModel.load()));
  private final List<NotWoven> leftOut = new ArrayList<>();

  WovenSubjects(Depth depth) {
    this(depth, true);
  }

  private WovenSubjects(Depth depth, boolean logs) {
    super(WovenSubjects.class.getClassLoader());
    this.depth = depth;
    this.logs = logs;
    plan.giveAllHooks(true);
  }

  /** Subjects in which accesses that others cover have no hooks. */
  static WovenSubjects withoutCoveredHooks() {
    WovenSubjects subjects = new WovenSubjects(Depth.DATA);
    subjects.plan.giveAllHooks(false);
    return subjects;
  }

  /** Subjects whose hooks are the real ones. */
  static WovenSubjects callingHooks() {
    return new WovenSubjects(Depth.DATA, false);
  }

  /** Subjects that are woven as if they had been defined before. */
  static WovenSubjects definedBefore() {
    WovenSubjects subjects = new WovenSubjects(Depth.DATA);
    subjects.isDefinition = false;
    return subjects;
  }

  static WovenSubjects recordingData() {
    return new WovenSubjects(Depth.DATA);
  }

  /** Adds a class that is not on the class path. */
  WovenSubjects with(String name, byte[] classFile) {
    generated.put(name, classFile);
    return this;
  }

  /** Methods that have not been woven. */
  List<NotWoven> leftOut() {
    return leftOut;
  }

  /** Runs a static method without parameters of the woven copy, and clears the log before. */
  Object run(String className, String method) throws Throwable {
    Class<?> subject = Class.forName(className, true, this);
    if (logs) {
      calls(HOOKS).clear();
    }
    var target = subject.getDeclaredMethod(method);
    target.setAccessible(true);
    try {
      return target.invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  Object run(Class<?> subject, String method) throws Throwable {
    return run(subject.getName(), method);
  }

  /** The log, a line a call; without those of some hooks, and without {@link #initialised}. */
  List<String> log(String... without) throws ReflectiveOperationException {
    return lines(hook -> !hook.equals(INITIALISED) && !List.of(without).contains(hook));
  }

  /** The methods that have told that their classes are initialised. */
  List<String> initialised() throws ReflectiveOperationException {
    return lines(INITIALISED::equals);
  }

  private List<String> lines(Predicate<String> hooks) throws ReflectiveOperationException {
    List<String> lines = new ArrayList<>();
    for (Object call : calls(HOOKS)) {
      String hook = (String) get(call, "hook");
      if (hooks.test(hook)) {
        lines.add(line(hook, get(call, "object"), (int) get(call, "key"), (int) get(call, "site")));
      }
    }
    return lines;
  }

  /**
   * The log of the stand-ins for waits or copies: {@code Waits}, {@code ArrayCopies} or the like.
   */
  List<String> standInLog(String standIn) throws ReflectiveOperationException {
    return calls("io.racedet.runtime." + standIn).stream().map(String::valueOf).toList();
  }

  private List<?> calls(String className) throws ReflectiveOperationException {
    return (List<?>) Class.forName(className, true, this).getMethod("calls").invoke(null);
  }

  private static Object get(Object call, String component) throws ReflectiveOperationException {
    return call.getClass().getMethod(component).invoke(call);
  }

  private static boolean isOfLock(String hook) {
    return hook.startsWith("monitor") || hook.endsWith("Synchronized") || hook.equals("calling");
  }

  private String line(String hook, Object object, int key, int site) {
    StringBuilder line = new StringBuilder(hook);
    switch (hook) {
      case "field", "finalField", "staticField", "volatileField", "volatileStatic" -> {
        FieldInfo field = table.field(key);
        line.append(' ').append(simple(field.className())).append('.').append(field.name());
      }
      case "array", "arrayStore" -> line.append(' ').append(key);
      case "enter", "initialised" -> {
        MethodInfo method = table.method(key);
        line.append(' ').append(simple(method.className())).append('.').append(method.name());
      }
      case "after" -> line.append(key == 7 ? "" : " with wrong token");
      case "enteringSynchronized" -> line.append(key == 1 ? " held already" : "");
      case "monitorEntered", "monitorExiting", "enterSynchronized", "exitSynchronized" ->
          line.append(key == 1 ? "" : " not held");
      default -> {}
    }
    Site place = site < 0 ? null : table.site(site);
    if (place != null && place.kind() != SiteKind.OTHER) {
      line.append(' ').append(place.kind());
    }
    if (object != null && isOfLock(hook)) {
      line.append(' ').append(object instanceof Class<?> c ? simple(c.getName()) : typeOf(object));
    }
    return line.toString();
  }

  private static String typeOf(Object object) {
    return simple(object.getClass().getName());
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  SiteTable table() {
    return table;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return isOwn(name) ? findClass(name) : super.loadClass(name, resolve);
    }
  }

  private boolean isOwn(String name) {
    return generated.containsKey(name)
        || name.contains(".subjects.")
        || logs && STAND_INS.containsKey(name)
        || logs && name.startsWith(HOOKS + '$');
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] classFile = name.startsWith("io.racedet.runtime.") ? standIn(name) : woven(name);
    return defineClass(name, classFile, 0, classFile.length);
  }

  private byte[] woven(String name) throws ClassNotFoundException {
    byte[] classFile = generated.containsKey(name) ? generated.get(name) : read(name);
    if (depth == Depth.NONE) {
      return classFile;
    }
    ClassWeaver.Woven woven = weaver.weave(this, classFile, depth, isDefinition);
    leftOut.addAll(woven.leftOut());
    return woven.classFile();
  }

  private static byte[] standIn(String name) throws ClassNotFoundException {
    String outer = name.replaceAll("\\$.*", "");
    String from = STAND_INS.get(outer).getName();
    ClassReader reader = new ClassReader(read(name.replace(outer, from)));
    ClassWriter writer = new ClassWriter(0);
    String log = HookLog.class.getName().replace('.', '/');
    String hooks = HOOKS.replace('.', '/');
    Map<String, String> names = new HashMap<>();
    names.put(log, hooks);
    names.put(log + "$Call", hooks + "$Call");
    names.put(ThreadLog.class.getName().replace('.', '/'), THREAD.replace('.', '/'));
    names.put(from.replace('.', '/'), outer.replace('.', '/'));
    reader.accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, names)), 0);
    return writer.toByteArray();
  }

  private static byte[] read(String name) throws ClassNotFoundException {
    String path = '/' + name.replace('.', '/') + ".class";
    try (InputStream in = WovenSubjects.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public InputStream getResourceAsStream(String path) {
    byte[] classFile = generated.get(path.replace(".class", "").replace('/', '.'));
    return classFile == null
        ? super.getResourceAsStream(path)
        : new ByteArrayInputStream(classFile);
  }
}
