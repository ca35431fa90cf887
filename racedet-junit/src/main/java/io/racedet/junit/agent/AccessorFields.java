package io.racedet.junit.agent;

import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.FieldOutline;
import io.racedet.junit.agent.types.ResolvedField;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.record.sites.FieldInfo;
import io.racedet.runtime.calls.FieldFinder;
import java.lang.constant.ClassDesc;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.VarHandleDesc;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resolves the fields of VarHandles, field updaters and offsets by reflection on their internals.
 * An accessor whose field cannot be determined gets a field of its own, so that its operations are
 * still ordered among each other. A VarHandle that may be of another variable than a field or an
 * element is {@link #UNKNOWN}: all of these are ordered with each other.
 */
final class AccessorFields implements FieldFinder {
  private static final String ATOMIC = "java.util.concurrent.atomic";
  private static final String INTERNAL = "jdk.internal.misc";
  private static final String INVOKE = "java.lang.invoke";

  /** What a VarHandle is that filters or inserts arguments of another one. */
  private static final String ADAPTED = INVOKE + ".IndirectVarHandle";

  private final TypeCatalog types;
  private final SiteTable table;
  private final Set<Integer> volatiles = ConcurrentHashMap.newKeySet();

  AccessorFields(Instrumentation instrumentation, TypeCatalog types, SiteTable table) {
    this.types = types;
    this.table = table;
    Set<Module> here = Set.of(AccessorFields.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(INTERNAL, here),
        Map.of(ATOMIC, here, INVOKE, here),
        Set.of(),
        Map.of());
  }

  @Override
  public int fieldOf(Object accessor) {
    try {
      if (accessor instanceof VarHandle handle && !isOfField(direct(handle), handle)) {
        return isOfElements(direct(handle), handle) ? ELEMENT : UNKNOWN;
      }
      ResolvedField field = resolve(accessor);
      return field == null ? unknown(accessor.getClass(), "field of " + accessor) : idOf(field);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return unknown(accessor.getClass(), "unknown field (" + e + ')');
    }
  }

  private ResolvedField resolve(Object accessor) throws ReflectiveOperationException {
    if (accessor instanceof Field field) {
      return resolve(field);
    }
    return accessor instanceof VarHandle handle ? ofHandle(direct(handle)) : ofUpdater(accessor);
  }

  @Override
  public boolean isAdapted(Object accessor) {
    return accessor.getClass().getName().equals(ADAPTED);
  }

  /** The handle that an adapted one has been made from, or the handle itself. */
  private VarHandle direct(VarHandle handle) throws ReflectiveOperationException {
    return isAdapted(handle) ? (VarHandle) privateField(handle, "directTarget") : handle;
  }

  private static boolean isOfField(VarHandle direct, VarHandle handle) {
    List<Class<?>> coordinates = direct.coordinateTypes();
    return coordinates.equals(handle.coordinateTypes())
        && (coordinates.isEmpty() || coordinates.size() == 1 && hasField(direct, "receiverType"));
  }

  private static boolean isOfElements(VarHandle direct, VarHandle handle) {
    List<Class<?>> coordinates = direct.coordinateTypes();
    return coordinates.equals(handle.coordinateTypes())
        && coordinates.size() == 2
        && direct.varType() == coordinates.get(0).getComponentType();
  }

  @Override
  public int layoutOf(Class<?> type) {
    try {
      int base = ofLayout("arrayBaseOffset", type);
      return FieldFinder.layout(base, ofLayout("arrayIndexScale", type));
    } catch (ReflectiveOperationException e) {
      return UNKNOWN;
    }
  }

  /* Offsets are ints up to Java 24, and longs since then. */
  private static int ofLayout(String method, Class<?> type) throws ReflectiveOperationException {
    Object unsafe = unsafe();
    Number result = (Number) unsafe.getClass().getMethod(method, Class.class).invoke(unsafe, type);
    return result.intValue();
  }

  private static Object unsafe() throws ReflectiveOperationException {
    return Class.forName(INTERNAL + ".Unsafe").getMethod("getUnsafe").invoke(null);
  }

  @Override
  public int fieldAt(Class<?> type, long offset) {
    try {
      Field field = declaredAt(type, offset);
      return field == null ? unknown(type, "offset " + offset) : idOf(resolve(field));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return unknown(type, "offset " + offset + " (" + e + ')');
    }
  }

  @Override
  public boolean isVolatile(int field) {
    return volatiles.contains(field);
  }

  private int unknown(Class<?> type, String name) {
    int loader = types.typesOf(type.getClassLoader()).number();
    return table.addField(
        new FieldInfo(type.getName(), name, false, Optional.empty(), false, loader));
  }

  private int idOf(ResolvedField field) {
    ClassOutline declaring = field.declaring();
    int id = declaring.home().fieldId(declaring.name(), field.field(), false, table);
    if (field.field().isVolatile()) {
      volatiles.add(id);
    }
    return id;
  }

  private ResolvedField ofHandle(VarHandle handle) throws ReflectiveOperationException {
    return handle.coordinateTypes().isEmpty() ? ofStatic(handle) : ofInstances(handle);
  }

  /* Its description would not do: there is none for a field that a superclass declares. */
  private ResolvedField ofInstances(VarHandle handle) throws ReflectiveOperationException {
    Class<?> type = (Class<?>) privateField(handle, "receiverType");
    Field field = declaredAt(type, (long) privateField(handle, "fieldOffset"));
    return field == null ? null : resolve(field);
  }

  private ResolvedField ofStatic(VarHandle handle) {
    Optional<VarHandleDesc> description = handle.describeConstable();
    if (description.isEmpty()) {
      return null;
    }
    String name = description.get().constantName();
    String descriptor = description.get().varType().descriptorString();
    String owner = ((ClassDesc) description.get().bootstrapArgs()[0]).descriptorString();
    ClassOutline outline = types.anyDefined(owner.substring(1, owner.length() - 1));
    FieldOutline field = outline == null ? null : outline.field(name, descriptor);
    return field == null ? null : new ResolvedField(outline, field);
  }

  private ResolvedField ofUpdater(Object updater) throws ReflectiveOperationException {
    Class<?> type = (Class<?>) privateField(updater, "tclass");
    Field field = declaredAt(type, (long) privateField(updater, "offset"));
    return field == null ? null : resolve(field);
  }

  private static Object privateField(Object accessor, String name)
      throws ReflectiveOperationException {
    Field field = fieldNamed(accessor, name);
    if (field == null) {
      throw new NoSuchFieldException(accessor.getClass() + " has no " + name);
    }
    field.setAccessible(true);
    return field.get(accessor);
  }

  private static boolean hasField(Object accessor, String name) {
    return fieldNamed(accessor, name) != null;
  }

  private static Field fieldNamed(Object accessor, String name) {
    for (Class<?> c = accessor.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return field;
        }
      }
    }
    return null;
  }

  private ResolvedField resolve(Field field) {
    return resolve(field.getDeclaringClass(), field.getName(), field.getType().descriptorString());
  }

  private ResolvedField resolve(Class<?> type, String name, String descriptor) {
    return types.field(type.getClassLoader(), type.getName().replace('.', '/'), name, descriptor);
  }

  private static Field declaredAt(Class<?> type, long offset) throws ReflectiveOperationException {
    Object unsafe = unsafe();
    Method offsetOf = unsafe.getClass().getMethod("objectFieldOffset", Field.class);
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        boolean instance = !Modifier.isStatic(field.getModifiers());
        if (instance && (long) offsetOf.invoke(unsafe, field) == offset) {
          return field;
        }
      }
    }
    return null;
  }
}
