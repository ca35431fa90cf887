package io.racedet.junit.extension;

import io.racedet.junit.RacedetExtension;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Optional;
import org.junit.jupiter.api.extension.Extension;

/**
 * The context class loader under which JUnit auto-detects the extensions of inner runs, one at a
 * time: finds {@link RacedetExtension}, and others only if the outer run does. It also passes the
 * repetition to the instance that JUnit creates. Classes and all other resources come from the
 * parent. It serves many runs, as the virtual machine keeps what it knows of each loader.
 */
final class InnerLoader extends ClassLoader {
  private static final String SERVICES = "META-INF/services/" + Extension.class.getName();

  private final boolean autodetectsOthers;
  private byte[] services; // null before they are asked for
  private volatile InnerRepetition repetition; // null between runs

  InnerLoader(ClassLoader parent, boolean autodetectsOthers) {
    super("racedet", parent);
    this.autodetectsOthers = autodetectsOthers;
  }

  /** Whether it can serve a run. */
  boolean serves(ClassLoader parent, boolean detectingOthers) {
    return getParent() == parent && autodetectsOthers == detectingOthers;
  }

  /** Begins a run. */
  void begin(InnerRepetition next) {
    repetition = next;
  }

  /** Ends a run, unless the next one has begun. */
  void end(InnerRepetition last) {
    if (repetition == last) {
      repetition = null;
    }
  }

  static Optional<InnerRepetition> repetitionOf(ClassLoader loader) {
    return loader instanceof InnerLoader inner
        ? Optional.ofNullable(inner.repetition)
        : Optional.empty();
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.equals(SERVICES)
        ? Collections.enumeration(Collections.singleton(services()))
        : super.getResources(name);
  }

  private synchronized URL services() throws IOException {
    if (services == null) {
      services = autodetectsOthers ? all() : own();
    }
    URLStreamHandler content =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new Content(url, services);
          }
        };
    return new URL("racedet", "", -1, "/" + SERVICES, content);
  }

  private static byte[] own() {
    return RacedetExtension.class.getName().getBytes(StandardCharsets.UTF_8);
  }

  /* Read once: a jar takes longer to search than most tests take to run. */
  private byte[] all() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (URL file : Collections.list(super.getResources(SERVICES))) {
      try (InputStream in = file.openStream()) {
        in.transferTo(all);
      }
      all.write('\n');
    }
    return all.toByteArray();
  }

  private static final class Content extends URLConnection {
    private final byte[] content;

    Content(URL url, byte[] content) {
      super(url);
      this.content = content;
    }

    @Override
    public void connect() {
      connected = true;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(content);
    }
  }
}
