// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the provider by a class loader of its own, again and again, as updates of its bundle do:
 * the libraries are bound anew each time, and no old loader stays.
 */
public final class RestartsMain {
    private static final int ROUNDS = 20;

    private RestartsMain() {}

    /** The provider's classes, not shared with the caller. */
    private static final class BundleLoader extends URLClassLoader {
        BundleLoader(URL[] urls) {
            super(urls, RestartsMain.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.rdmaagent.jna.")
                    && !name.equals(DevicesMain.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            round();
            System.gc(); // what would be unmapped with the old copy is unmapped before the next one
        }
    }

    private static void round() throws Exception {
        try (BundleLoader loader = new BundleLoader(classPath())) {
            Class<?> main = Class.forName(DevicesMain.class.getName(), true, loader);
            main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }

    private static URL[] classPath() throws MalformedURLException, IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            urls.add(new File(entry).toURI().toURL());
        }
        return urls.toArray(URL[]::new);
    }
}
