package io.racedet.junit.agent.types;

import io.racedet.junit.RacyByDesign;
import io.racedet.junit.agent.sites.LambdaNames;
import io.racedet.junit.libraries.LibraryCollections;
import io.racedet.junit.record.sites.TypeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** The supertypes and members of a class, for the resolution of its members. Immutable. */
public final class ClassOutline {
  private static final String RACY_BY_DESIGN = Type.getDescriptor(RacyByDesign.class);

  private final String name;
  private final LoaderTypes home;
  private final int access;
  private final String superName;
  private final List<String> interfaces;
  private final List<FieldOutline> fields;
  private final Set<String> methods;
  private final Set<String> synchronizedMethods;
  private final Set<String> synchronizedOnClass;
  private final LambdaNames lambdas;
  private final boolean isInterface;
  private final boolean hasInitializer;
  private final boolean hasDefaultMethods;
  private final Set<String> caches; // names and descriptors

  private ClassOutline(Parser parser, LoaderTypes home, Set<String> caches) {
    this.name = parser.name;
    this.access = parser.access;
    this.superName = parser.superName;
    this.interfaces = parser.interfaces;
    this.fields = List.copyOf(parser.fields);
    this.methods = Set.copyOf(parser.methods);
    this.synchronizedMethods = Set.copyOf(parser.synchronizedMethods);
    this.synchronizedOnClass = Set.copyOf(parser.synchronizedOnClass);
    this.lambdas = new LambdaNames(parser.lambdas);
    this.isInterface = parser.isInterface;
    this.hasInitializer = parser.hasInitializer;
    this.hasDefaultMethods = parser.isInterface && parser.hasConcreteMethods;
    this.home = home;
    this.caches = caches;
  }

  /** Reads the outline of a class. */
  public static ClassOutline of(ClassReader reader, LoaderTypes home) {
    Parser parser = new Parser();
    reader.accept(parser, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassOutline(
        parser,
        home,
        LibraryCollections.contains(parser.name) ? CachedFields.of(reader) : Set.of());
  }

  /** The internal name. */
  public String name() {
    return name;
  }

  /** The classes of the loader that defines it. */
  public LoaderTypes home() {
    return home;
  }

  public boolean isInterface() {
    return isInterface;
  }

  /** Whether it has code that initialises it. */
  public boolean hasInitializer() {
    return hasInitializer;
  }

  /**
   * Whether its initialisation may run code: its own, or that of a class or interface that is
   * initialised with it.
   */
  public boolean mayRunInitializers() {
    return hasInitializer
        || !isInterface && !("java/lang/Object".equals(superName) && interfaces.isEmpty());
  }

  /** What is initialised with the class. */
  public TypeInfo info(List<Integer> loaders) {
    return new TypeInfo(
        name.replace('/', '.'),
        loaders,
        superName == null ? "" : superName.replace('/', '.'),
        interfaces.stream().map(type -> type.replace('/', '.')).toList(),
        isInterface,
        hasInitializer,
        hasDefaultMethods);
  }

  public boolean declaresFinalInstanceFields() {
    return fields.stream().anyMatch(field -> field.isFinal() && !field.isStatic());
  }

  /** Whether it declares instance fields. */
  boolean declaresState() {
    return fields.stream().anyMatch(field -> !field.isStatic());
  }

  /** Whether it is an interface or an abstract class. */
  public boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  /** Whether it declares a method that may be called by the name of a subtype. */
  public boolean declares(String method) {
    return methods.contains(method);
  }

  /** Whether it declares a synchronized method that is not static. */
  public boolean isSynchronized(String method, String descriptor) {
    return !synchronizedMethods.isEmpty() && synchronizedMethods.contains(method + descriptor);
  }

  /** Whether it declares any. */
  public boolean hasSynchronizedMethods() {
    return !synchronizedMethods.isEmpty();
  }

  /** Whether it declares a static synchronized method. */
  public boolean isSynchronizedOnClass(String method, String descriptor) {
    return !synchronizedOnClass.isEmpty() && synchronizedOnClass.contains(method + descriptor);
  }

  /** All synchronized methods that it declares, by name and descriptor. */
  public Set<String> allSynchronized() {
    Set<String> all = new HashSet<>(synchronizedMethods);
    all.addAll(synchronizedOnClass);
    return all;
  }

  /** The internal name of the superclass; null for Object. */
  String superName() {
    return superName;
  }

  /** All fields that it declares. */
  List<FieldOutline> fields() {
    return fields;
  }

  List<String> interfaces() {
    return interfaces;
  }

  /** The names of its lambdas. */
  public LambdaNames lambdas() {
    return lambdas;
  }

  /** The field declared here, or null. */
  public FieldOutline field(String fieldName, String descriptor) {
    for (FieldOutline field : fields) {
      if (field.name().equals(fieldName) && field.descriptor().equals(descriptor)) {
        return field;
      }
    }
    return null;
  }

  /**
   * Whether a field, declared here, of a collection of a library is a cache, which may be written
   * by a thread that only reads the collection.
   */
  public boolean isCache(FieldOutline field) {
    return caches.contains(field.name() + field.descriptor())
        || LibraryCollections.areReadersWriting(name, field.name());
  }

  /**
   * Checks that each annotation that accepts races gives a reason.
   *
   * @throws IllegalArgumentException if a reason is blank
   */
  public void requireReasons() {
    for (FieldOutline field : fields) {
      if (field.accepted() != null && field.accepted().isBlank()) {
        throw new IllegalArgumentException(
            "@RacyByDesign on " + field.name() + ": blank (expected: why its races do no harm)");
      }
    }
  }

  private static final class Parser extends ClassVisitor {
    private final List<FieldOutline> fields = new ArrayList<>();
    private final Set<String> methods = new HashSet<>();
    private final Set<String> synchronizedMethods = new HashSet<>();
    private final Set<String> synchronizedOnClass = new HashSet<>();
    private final List<String> lambdas = new ArrayList<>();
    private int access;
    private String name;
    private String superName;
    private List<String> interfaces;
    private boolean isInterface;
    private boolean hasInitializer;
    private boolean hasConcreteMethods;

    Parser() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int flags,
        String type,
        String signature,
        String parent,
        String[] implemented) {
      access = flags;
      name = type;
      superName = parent;
      interfaces = List.of(implemented);
      isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    }

    @Override
    public FieldVisitor visitField(
        int access, String field, String descriptor, String signature, Object value) {
      int index = fields.size();
      fields.add(new FieldOutline(field, descriptor, access, null));
      return new FieldVisitor(Opcodes.ASM9) {
        @Override
        public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
          return annotation.equals(RACY_BY_DESIGN) ? reason(index) : null;
        }
      };
    }

    private AnnotationVisitor reason(int index) {
      return new AnnotationVisitor(Opcodes.ASM9) {
        @Override
        public void visit(String attribute, Object text) {
          FieldOutline field = fields.get(index);
          fields.set(
              index,
              new FieldOutline(field.name(), field.descriptor(), field.access(), (String) text));
        }
      };
    }

    @Override
    public MethodVisitor visitMethod(
        int flags, String method, String descriptor, String signature, String[] exceptions) {
      if ((flags & Opcodes.ACC_PRIVATE) == 0) {
        methods.add(method + descriptor);
      }
      if ((flags & Opcodes.ACC_SYNCHRONIZED) != 0) {
        boolean isStatic = (flags & Opcodes.ACC_STATIC) != 0;
        (isStatic ? synchronizedOnClass : synchronizedMethods).add(method + descriptor);
      }
      if (LambdaNames.isLambda(method)) {
        lambdas.add(method);
      }
      hasInitializer |= method.equals("<clinit>");
      hasConcreteMethods |= (flags & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0;
      return null;
    }
  }
}
