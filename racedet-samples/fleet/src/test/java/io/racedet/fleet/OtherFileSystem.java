package io.racedet.fleet;

import java.io.IOException;
import java.net.URI;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The files of this machine under another scheme, as those of a cluster. */
abstract class OtherFileSystem extends RawLocalFileSystem {
  @Override
  public abstract String getScheme(); // a constant, which constructors of superclasses ask for

  @Override
  public URI getUri() {
    return URI.create(getScheme() + ":///");
  }

  /* Its superclass asks the file system "file" for owners, under which it does not find the files. */

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    return plain(super.getFileStatus(file));
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    return Stream.of(super.listStatus(folder))
        .map(OtherFileSystem::plain)
        .toArray(FileStatus[]::new);
  }

  private static FileStatus plain(FileStatus file) {
    return new FileStatus(
        file.getLen(),
        file.isDirectory(),
        file.getReplication(),
        file.getBlockSize(),
        file.getModificationTime(),
        file.getPath());
  }
}
