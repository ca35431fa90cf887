package io.racedet.junit.agent.types;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * Resolves classes and their members from class files, as the class loaders would, without loading
 * a class. Thread-safe.
 *
 * <p>A class is taken from the first loader on the way up that has defined it. If none has yet, it
 * is taken from the first one that has it and whose parents do not, so that it is one class for all
 * loaders that share it: which loader is going to define it, only the loader knows. A class without
 * a class file (generated at run time) is known once it has been passed to the transformer.
 */
public final class TypeCatalog {
  private static final String OBJECT = "java/lang/Object";
  private static final String CLASS_LOADER = "java/lang/ClassLoader";
  private static final String SERIALIZABLE = "java/io/Serializable";
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private final LoaderTable loaders = new LoaderTable();

  /** What is known about the classes of one loader; null is the boot loader. */
  public LoaderTypes typesOf(ClassLoader loader) {
    return loaders.of(loader == null ? PLATFORM : loader);
  }

  /** The numbers of a loader and of those above it, nearest first. */
  public List<Integer> numbersFrom(ClassLoader loader) {
    List<Integer> numbers = new ArrayList<>();
    for (ClassLoader at = loader; at != null && at != PLATFORM; at = at.getParent()) {
      numbers.add(typesOf(at).number());
    }
    numbers.add(typesOf(PLATFORM).number());
    return numbers;
  }

  /** The class of that name as the loader sees it, or null. */
  ClassOutline outline(ClassLoader loader, String name) {
    if (loader == null || loader == PLATFORM) {
      return lookUp(PLATFORM, name);
    }
    ClassOutline defined = typesOf(loader).defined(name);
    if (defined != null) {
      return defined;
    }
    ClassOutline inherited = outline(loader.getParent(), name);
    return inherited != null ? inherited : lookUp(loader, name);
  }

  private ClassOutline lookUp(ClassLoader loader, String name) {
    LoaderTypes types = typesOf(loader);
    LoaderTypes.Outcome known = types.outline(name);
    return (known != null ? known : types.keep(name, read(loader, name, types))).outline();
  }

  private static ClassOutline read(ClassLoader loader, String name, LoaderTypes types) {
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      return in == null ? null : ClassOutline.of(new ClassReader(in), types);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class file of " + name, e);
    }
  }

  /** A class of that name that some loader has defined since weaving began, or null. */
  public ClassOutline anyDefined(String name) {
    for (LoaderTypes types : loaders.all()) {
      LoaderTypes.Outcome known = types.outline(name);
      if (known != null && known.outline() != null) {
        return known.outline();
      }
    }
    return null;
  }

  /** Whether the JDK itself defines the class. */
  public boolean isPlatform(ClassOutline outline) {
    return outline.home() == typesOf(PLATFORM);
  }

  /**
   * Resolves a field reference (JVMS 5.4.3.2); returns the field, or null when a class on the way
   * is not found or none declares it.
   */
  public ResolvedField field(ClassLoader loader, String owner, String name, String descriptor) {
    ClassOutline outline = outline(loader, owner);
    if (outline == null) {
      return null;
    }
    FieldOutline declared = outline.field(name, descriptor);
    if (declared != null) {
      return new ResolvedField(outline, declared);
    }
    for (String superinterface : outline.interfaces()) {
      ResolvedField inherited = field(loader, superinterface, name, descriptor);
      if (inherited != null) {
        return inherited;
      }
    }
    String superName = outline.superName();
    return superName == null ? null : field(loader, superName, name, descriptor);
  }

  /**
   * Resolves a method reference (JVMS 5.4.3.3). What a class outside the JDK inherits from it
   * belongs to the nearest class of the JDK: that may override what the method calls.
   *
   * @param method the name and the descriptor of a method that is not private
   * @return the class or interface, or null when a class on the way is not found or none declares
   *     it
   */
  public ClassOutline methodOwner(ClassLoader loader, String owner, String method) {
    ClassOutline declaring = declaring(loader, owner, method);
    if (declaring == null || !isPlatform(declaring) || declaring.name().equals(OBJECT)) {
      return declaring;
    }
    ClassOutline nearest = outline(loader, owner);
    while (nearest != null && !isPlatform(nearest)) {
      nearest = outline(loader, nearest.superName());
    }
    return nearest == null || nearest.name().equals(OBJECT) ? declaring : nearest;
  }

  /**
   * Resolves a method reference (JVMS 5.4.3.3).
   *
   * @param method the name and the descriptor of a method that is not private
   * @return the class or interface that declares it, or null when a class on the way is not found
   *     or none declares it
   */
  public ClassOutline declaring(ClassLoader loader, String owner, String method) {
    List<ClassOutline> classes = new ArrayList<>();
    for (String name = owner; name != null; ) {
      ClassOutline outline = outline(loader, name);
      if (outline == null || outline.declares(method)) {
        return outline;
      }
      classes.add(outline);
      name = outline.superName();
    }
    for (ClassOutline outline : classes) {
      for (String superinterface : outline.interfaces()) {
        ClassOutline inherited = declaring(loader, superinterface, method);
        if (inherited != null) {
          return inherited;
        }
      }
    }
    return null;
  }

  /** Whether a class outside the JDK overrides or implements a method of the JDK. */
  public boolean overridesPlatform(ClassLoader loader, ClassOutline outline, String method) {
    if (outline.superName() != null && isOfPlatform(loader, outline.superName(), method)) {
      return true;
    }
    for (String superinterface : outline.interfaces()) {
      if (isOfPlatform(loader, superinterface, method)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOfPlatform(ClassLoader loader, String name, String method) {
    ClassOutline outline = outline(loader, name);
    return outline != null
        && (isPlatform(outline) && outline.declares(method)
            || overridesPlatform(loader, outline, method));
  }

  /** Whether a class is one of some types or below it; false if a class on the way is not found. */
  public boolean isOneOf(ClassLoader loader, String name, Set<String> types) {
    if (types.contains(name)) {
      return true;
    }
    ClassOutline outline = name.equals(OBJECT) ? null : outline(loader, name);
    return outline != null
        && (outline.superName() != null && isOneOf(loader, outline.superName(), types)
            || outline.interfaces().stream().anyMatch(each -> isOneOf(loader, each, types)));
  }

  /** Whether a class extends {@link ClassLoader}. */
  public boolean isClassLoader(ClassLoader loader, ClassOutline outline) {
    String name = outline.superName();
    while (name != null && !name.equals(CLASS_LOADER)) {
      ClassOutline above = name.equals(OBJECT) ? null : outline(loader, name);
      name = above == null ? null : above.superName();
    }
    return name != null;
  }

  /**
   * Whether the JVM derives a version from the members of a class when its objects are serialized;
   * true if a class above it is not found.
   */
  public boolean hasDerivedVersion(ClassLoader loader, ClassOutline outline) {
    FieldOutline version = outline.field("serialVersionUID", "J");
    return (version == null || !version.isStatic()) && mayBeSerialized(loader, outline);
  }

  private boolean mayBeSerialized(ClassLoader loader, ClassOutline outline) {
    if (outline == null || outline.name().equals(SERIALIZABLE)) {
      return true;
    }
    for (String superinterface : outline.interfaces()) {
      if (mayBeSerialized(loader, outline(loader, superinterface))) {
        return true;
      }
    }
    String superName = outline.superName();
    return superName != null && mayBeSerialized(loader, outline(loader, superName));
  }

  /** Whether objects of a class of the JDK have fields. */
  public boolean hasState(ClassOutline platformClass) {
    ClassOutline outline = platformClass;
    while (outline != null && !outline.declaresState() && outline.superName() != null) {
      outline = outline(PLATFORM, outline.superName());
    }
    return outline == null || outline.declaresState();
  }
}
