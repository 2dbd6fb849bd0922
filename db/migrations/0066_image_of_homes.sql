-- The image of shared links may be left out: then it is the cover of the first home.
drop trigger site_content_shape on site;
create trigger site_content_shape before insert or update of content on site for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and new.content <> '{}' and not (json_fits(new.content, '{
    "defaultTitle": ["string"], "defaultDescription": ["string"], "defaultKeywords": ["string"], "ogImage": ["object"],
    "footerLine": ["string"], "locations": ["array"], "responseTime": ["string"], "home": ["object"], "host": ["object"],
    "logo": ["string"], "accent": ["string"], "contact": ["object"], "footer": ["object"], "notFound": ["object"]
  }') and new.content ?& array['defaultTitle', 'defaultDescription', 'defaultKeywords', 'footerLine', 'locations', 'responseTime',
    'home', 'host'])) execute function refuse_wrong_shape('content');
